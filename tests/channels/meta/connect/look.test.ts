/** What is wrong with a token, an id or Meta itself is a failing step that says so. */
import assert from "node:assert/strict";
import { expectData } from "../../../crm/scene.ts";
import { graphError } from "../../../support/graph/graph.ts";
import type { GraphToken } from "../../../support/graph/state.ts";
import { testOnEach } from "../../../support/world.ts";
import { giveToken, ids, openScene, scopes, secret } from "./scene.ts";

const options = { hasGraph: true };

interface Step {
  name: string;
  ok: boolean;
  error: string | null;
  advice: string | null;
}

type Kind = "whatsapp" | "facebook" | "instagram";
const without = (...lacking: string[]) => scopes.filter((scope) => !lacking.includes(scope));

testOnEach("a wrong token or id fails at its step, with what to do", async (world) => {
  const { api, inputs } = await openScene(world);
  world.graph.addApp("2", secret);
  world.graph.state.pages.set("999", {
    ...{ id: "999", name: "Otra", username: null, instagramId: null },
  });
  const ofUser = { kind: "user" as const };
  const cases: [string, Kind, Partial<GraphToken>, object, number, RegExp][] = [
    ["revoked", "facebook", { isRevoked: true }, {}, 1, /does not take the token/],
    ["ended", "whatsapp", { endsAt: new Date(0) }, {}, 1, /has ended/],
    ["another app's", "facebook", { appId: "2" }, {}, 1, /another Meta app/],
    ["an app's own", "whatsapp", { text: `${ids.app}|${secret}` }, {}, 1, /app's own token/],
    [
      "without scopes",
      "whatsapp",
      { scopes: without("whatsapp_business_messaging") },
      {},
      1,
      /permissions: whatsapp_business_messaging$/,
    ],
    [
      "without two scopes",
      "instagram",
      { scopes: without("instagram_basic", "pages_manage_metadata") },
      {},
      1,
      /permissions: instagram_basic, pages_manage_metadata$/,
    ],
    ["of a person without the page", "facebook", { ...ofUser, reaches: [] }, {}, 2, /no account/],
    ["of another page", "facebook", { kind: "page", ownerId: "999" }, {}, 2, /no account/],
    ["a number of another kind", "whatsapp", {}, { phone_number_id: ids.page }, 2, /no account/],
    ["a business of another kind", "whatsapp", {}, { waba_id: ids.page }, 2, /no account/],
    ["a page that is a number", "facebook", {}, { page_id: ids.number }, 2, /not manage/],
    ["another Instagram account", "instagram", {}, { ig_id: "5" }, 2, /not linked/],
    [
      "another account's own token",
      "instagram",
      { kind: "instagram", ownerId: ids.instagram },
      { login: "instagram", ig_id: "5", page_id: undefined },
      2,
      /no account/,
    ],
  ];
  let index = 0;
  for (const [what, kind, token, settings, count, error] of cases) {
    const text = giveToken(world, { text: `token-${index++}`, ...token });
    const account = await expectData(
      api("POST", "/channels", {
        kind,
        settings: { ...inputs[kind].settings, ...settings },
        secrets: { access_token: text },
      }),
      201,
    );
    assert.equal(account.state, "failing", what);
    assert.match(account.last_error, error, what);
    const { steps } = await expectData(api("POST", `/channels/${account.id}/test`));
    assert.equal(steps.length, count, what);
    const last: Step = steps.at(-1);
    assert.deepEqual([last.ok, last.error], [false, account.last_error], what);
    assert.ok(last.advice!.length > 20, what);
    assert.equal(JSON.stringify([account, steps]).includes(text), false, what);
    await expectData(api("DELETE", `/channels/${account.id}`));
  }
}, options);

testOnEach("a number that is not connected and a page without rights say so", async (world) => {
  const { api, inputs } = await openScene(world);
  const number = world.graph.state.numbers.get(ids.number)!;
  number.status = "PENDING";
  const account = await expectData(api("POST", "/channels", inputs.whatsapp), 201);
  assert.deepEqual([account.state, account.last_error], [
    "failing",
    "The number is not connected: PENDING",
  ]);
  number.status = "CONNECTED";
  const { steps } = await expectData(api("POST", `/channels/${account.id}/test`));
  assert.deepEqual(steps.map(({ name }: Step) => name), [
    "Access token",
    "Account at Meta",
    "Subscription to messages",
    "The number's state",
    "Templates",
  ]);
  assert.equal((await expectData(api("GET", `/channels/${account.id}`))).state, "working");
}, options);

testOnEach("Graph slow, down or of another tongue is told from a wrong token", async (world) => {
  const { api, inputs } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.facebook), 201);
  const slow = Promise.withResolvers<Response>();
  const faults: [() => Response | Promise<Response>, RegExp][] = [
    [() => slow.promise, /did not answer in time/],
    [() => new Response("<html>502</html>", { status: 502 }), /not of Meta's API/],
    [() => new Response("<html>200</html>"), /not of Meta's API/],
    [() => new Response("[]"), /not of Meta's API/],
    [() => graphError(500, { code: 2, message: "Service temporarily unavailable" }), /of its own/],
    [() => graphError(400, { code: 4, message: "Too many calls" }), /slow down/],
    [() => graphError(400, { code: 368, message: "Blocked" }), /refuses the call. Blocked$/],
  ];
  for (const [answer, error] of faults) {
    world.graph.faults.push({ path: "debug_token", times: 1, answer });
    const { steps } = await expectData(api("POST", `/channels/${id}/test`));
    assert.match(steps.at(-1).error, error);
    assert.equal((await expectData(api("GET", `/channels/${id}`))).state, "failing");
  }
  slow.resolve(new Response());
  const { steps } = await expectData(api("POST", `/channels/${id}/test`));
  assert.ok(steps.every(({ ok }: Step) => ok));
}, options);

testOnEach("a field that Meta does not have here holds up no subscription", async (world) => {
  const { api, inputs } = await openScene(world);
  let count = 0;
  world.graph.faults.push({
    path: "subscribed_apps",
    times: 2,
    // The first is the question what there is.
    answer: () =>
      count++ === 0
        ? Response.json({ data: [] })
        : graphError(400, { code: 100, message: "Param subscribed_fields" }),
  });
  const account = await expectData(api("POST", "/channels", inputs.facebook), 201);
  assert.equal(account.state, "working");
  const fields = world.graph.state.subscribed.get(`${ids.app}:${ids.page}`)!;
  assert.deepEqual(fields.toSorted(), [
    ...["message_deliveries", "message_reads", "messages", "messaging_postbacks"],
  ]);
  // What another account of the page needs stays.
  await expectData(api("POST", "/channels", inputs.instagram), 201);
  assert.equal(world.graph.state.subscribed.get(`${ids.app}:${ids.page}`)!.length, 4);
}, options);
