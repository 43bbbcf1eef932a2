/** Hooks of Meta apps: proved, called, and what nobody could be given. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { asWorker } from "@/lib/db/transaction.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach } from "../../support/world.ts";
import { payload } from "./payloads.ts";
import {
  addAccount,
  addApp,
  allSplit,
  deliver,
  eventsOf,
  newApp,
  Post,
  post,
  secret,
  storedHooks,
} from "./app_scene.ts";

testOnEach("the handshake is answered with the bare challenge", async (world) => {
  const { api, app, id, path } = await addApp(world);
  const shake = async (query: Record<string, string>) => {
    const response = await fetch(`${world.url}${path}?${new URLSearchParams(query)}`);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const right = {
    "hub.mode": "subscribe",
    "hub.challenge": "1158201444",
    "hub.verify_token": app.verify_token,
  };
  const wrong = [
    {},
    { ...right, "hub.mode": "unsubscribe" },
    { ...right, "hub.verify_token": "" },
    { ...right, "hub.verify_token": `${app.verify_token}x` },
    { ...right, "hub.verify_token": app.verify_token.toUpperCase() },
    { ...right, "hub.challenge": "<script>" },
    { ...right, "hub.challenge": "" },
  ];
  for (const query of wrong) {
    const { status, text } = await shake(query);
    assert.deepEqual([status, JSON.parse(text).code], [403, "verify_token_wrong"]);
  }
  assert.equal((await expectData(api("GET", `/meta-apps/${id}`))).objects.page.handshake_at, null);
  const { status, text, headers } = await shake(right);
  assert.deepEqual([status, text], [200, "1158201444"]);
  assert.match(headers.get("content-type")!, /^text\/plain/);
  const { objects } = await expectData(api("GET", `/meta-apps/${id}`));
  assert.ok(objects.page.handshake_at && objects.instagram.handshake_at);
  const other = await fetch(`${world.url}/api/hooks/meta/${"x".repeat(43)}?hub.mode=subscribe`);
  assert.equal(other.status, 404);
  await other.body?.cancel();
});

testOnEach("what is not signed by the app is refused, and nothing of it stays", async (world) => {
  const { api, app, id, path } = await addApp(world);
  const second = await addApp(world, { app_id: "2", secrets: { app_secret: "f".repeat(32) } });
  const body = JSON.stringify(payload("whatsapp/text"));
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  const refused: [string, Post][] = [
    ["no signature", { body, signature: null }],
    ["sha1", { body, signature: `sha1=${hex.slice(0, 40)}` }],
    ["upper case", { body, signature: `SHA256=${hex}` }],
    ["62 digits", { body, signature: `sha256=${hex.slice(2)}` }],
    ["another app's secret", { body, key: "f".repeat(32) }],
    ["the verify token", { body, key: app.verify_token }],
    ["an empty secret", { body, key: "" }],
    ["a changed byte", { body: `${body} `, signature: `sha256=${hex}` }],
    ["20 MB without a signature", { body: "x".repeat(20_000_000), signature: null }],
  ];
  for (const [what, call] of refused) {
    const { status, text } = await post(world, path, call);
    assert.deepEqual([status, JSON.parse(text).code], [401, "unauthorized"], what);
  }
  const large = await post(world, path, { body: "x".repeat(3 * 1024 * 1024 + 1) });
  assert.equal(large.status, 413);
  // The right body at another app's hook.
  assert.equal((await post(world, second.path, { body })).status, 401);
  assert.deepEqual(await storedHooks(world), []);
  await until(
    async () => (await expectData(api("GET", `/meta-apps/${id}`))).refused.last_at !== null,
    {
      what: "the refused calls to be noted",
    },
  );
  const { refused: noted } = await expectData(api("GET", `/meta-apps/${id}`));
  assert.equal(noted.count, 1, "one write a minute, however many calls");
});

testOnEach("Instagram's own secret signs too", async (world) => {
  const { api, id, path } = await addApp(world, {
    secrets: { app_secret: secret, instagram_app_secret: "a".repeat(32) },
  });
  const body = JSON.stringify(payload("instagram/text"));
  assert.equal((await post(world, path, { body, key: "a".repeat(32) })).status, 200);
  await expectData(
    api("PATCH", `/meta-apps/${id}`, { secrets: { instagram_app_secret: null } }),
  );
  assert.equal((await post(world, path, { body: `${body} `, key: "a".repeat(32) })).status, 401);
  assert.equal((await post(world, path, { body: `${body}  ` })).status, 200);
  await allSplit(world);
});

testOnEach("each event goes to the account whose id it names, once", async (world) => {
  const { api, id, path } = await addApp(world);
  const number = await addAccount(world, {
    appId: id,
    object: "whatsapp_business_account",
    externalId: "106540352242922",
  });
  const page = await addAccount(world, {
    appId: id,
    object: "page",
    externalId: "107003000000001",
  });
  for (const name of ["whatsapp/text", "whatsapp/sent", "facebook/text", "whatsapp/text"]) {
    await deliver(world, path, name);
  }
  await allSplit(world);
  assert.equal((await storedHooks(world)).length, 3, "the same bytes are one row");
  assert.deepEqual(await eventsOf(world, 1, number), ["wamid.text", "status:wamid.ours:sent"]);
  assert.deepEqual(await eventsOf(world, 1, page), ["m_text"]);
  // The same event in another body is the same event.
  const again = `${JSON.stringify(payload("facebook/text"))} `;
  assert.equal((await post(world, path, { body: again })).status, 200);
  await allSplit(world);
  assert.deepEqual(await eventsOf(world, 1, page), ["m_text"]);
  const { objects, problems } = await expectData(api("GET", `/meta-apps/${id}`));
  assert.ok(objects.page.last_hook_at && objects.whatsapp_business_account.last_hook_at);
  assert.equal(objects.instagram.last_hook_at, null);
  assert.equal(problems, 0);
});

testOnEach("an app that is shared brings events to both companies", async (world) => {
  const luis = apiOf(world, people.luis, 1);
  const app = await expectData(luis("POST", "/meta-apps", { ...newApp, companies: [2] }), 201);
  const path = new URL(app.hook).pathname;
  const ids = { appId: app.id, appCompanyId: 1 };
  const own = await addAccount(world, { ...ids, object: "page", externalId: "107003000000001" });
  const theirs = await addAccount(world, {
    ...ids,
    companyId: 2,
    object: "instagram",
    externalId: "17841400000000001",
  });
  await deliver(world, path, "facebook/text");
  await deliver(world, path, "instagram/text");
  await allSplit(world);
  assert.deepEqual(await eventsOf(world, 1, own), ["m_text"]);
  assert.deepEqual(await eventsOf(world, 2, theirs), ["m_text"]);
  // Withdrawn, it brings the other company nothing, and says so to its own.
  await expectData(luis("PATCH", `/meta-apps/${app.id}`, { companies: [] }));
  await deliver(world, path, "instagram/image");
  await allSplit(world);
  assert.deepEqual(await eventsOf(world, 2, theirs), ["m_text"]);
  const [problem] = await expectData(luis("GET", `/meta-apps/${app.id}/problems`));
  assert.deepEqual([problem.kind, problem.external_id], ["unknown_account", "17841400000000001"]);
});

testOnEach("what no account has is listed, and given to it once there is one", async (world) => {
  const { api, id, path } = await addApp(world);
  await deliver(world, path, "facebook/text");
  await deliver(world, path, "facebook/image");
  await deliver(world, path, "instagram/text");
  await allSplit(world);
  const problems = await expectData(api("GET", `/meta-apps/${id}/problems`));
  const page = problems.find(({ object }: { object: string }) => object === "page");
  assert.deepEqual([page.kind, page.external_id, page.count], [
    "unknown_account",
    "107003000000001",
    2,
  ]);
  assert.match(page.error, /connect/i);
  assert.equal(problems.length, 2);

  const raw = await fetch(`${world.url}/api/admin/meta-apps/${id}/problems/${page.id}/raw`, {
    headers: { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.ana) },
  });
  assert.match(raw.headers.get("content-disposition")!, /^attachment/);
  const stored = await raw.json();
  assert.deepEqual(
    stored.map(({ part }: { part: { message: { mid: string } } }) => part.message.mid).sort(),
    ["m_image", "m_text"],
  );

  const retry = () => api("POST", `/meta-apps/${id}/problems/${page.id}/retry`);
  assert.deepEqual(await expectData(retry()), { taken: false });
  const account = await addAccount(world, {
    appId: id,
    object: "page",
    externalId: "107003000000001",
  });
  assert.deepEqual(await expectData(retry()), { taken: true });
  assert.deepEqual((await eventsOf(world, 1, account)).sort(), ["m_image", "m_text"]);
  const { last_received_at } = await expectData(api("GET", `/channels/${account}`));
  assert.ok(last_received_at, "it was heard of");
  await expectFailure(retry(), 404, "not_found");
  assert.equal((await expectData(api("GET", `/meta-apps/${id}/problems`))).length, 1);
  const eva = apiOf(world, people.eva);
  await expectFailure(eva("GET", `/meta-apps/${id}/problems`), 404, "not_found");
});

testOnEach("a signed body that is no hook is taken, and is one problem", async (world) => {
  const { api, id, path } = await addApp(world);
  const bodies = [
    "",
    "null",
    "{",
    "[".repeat(200_000),
    JSON.stringify({ object: "user", entry: [] }),
    "\0",
  ];
  for (const body of bodies) {
    assert.equal((await post(world, path, { body })).status, 200, body.slice(0, 20));
  }
  assert.equal((await post(world, path, { body: "{" })).status, 200);
  await allSplit(world);
  const problems = await expectData(api("GET", `/meta-apps/${id}/problems`));
  assert.equal(problems.length, bodies.length, "the same again is no further one");
  assert.ok(problems.every(({ kind }: { kind: string }) => kind === "no_hook"));
  const { taken } = await expectData(
    api("POST", `/meta-apps/${id}/problems/${problems[0].id}/retry`),
  );
  assert.ok(taken);
  await allSplit(world);
  assert.equal((await expectData(api("GET", `/meta-apps/${id}/problems`))).length, bodies.length);
  // One with nothing in it is a hook.
  assert.equal((await post(world, path, { body: '{"object":"page","entry":[]}' })).status, 200);
  await allSplit(world);
  assert.equal((await expectData(api("GET", `/meta-apps/${id}/problems`))).length, bodies.length);
});

testOnEach("a hook that was stored and not split is split by the next process", async (world) => {
  const { api, id, path } = await addApp(world);
  await deliver(world, path, "facebook/text");
  await allSplit(world);
  const { db } = world.services.database;
  // As a process leaves it that ends right after its answer.
  const body = new TextEncoder().encode(JSON.stringify(payload("facebook/image")));
  await asWorker(
    db,
    (trx) =>
      trx.updateTable("meta_hooks").set({ body, leased_until: sql<Date>`now() - interval '1 s'` })
        .execute(),
  );
  await world.services.hookSplitting.sweep();
  await allSplit(world);
  const [problem] = await expectData(api("GET", `/meta-apps/${id}/problems`));
  assert.equal(problem.count, 2);
});
