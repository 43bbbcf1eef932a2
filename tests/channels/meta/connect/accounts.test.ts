/** Accounts of WhatsApp, Instagram and Facebook: connected, changed, paused and deleted. */
import assert from "node:assert/strict";
import { findGraphCaller } from "@/lib/channels/meta/graph/callers.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { apiOf, expectData, expectFailure } from "../../../crm/scene.ts";
import { people, testOnEach, type World } from "../../../support/world.ts";
import { giveToken, ids, newApp, openScene } from "./scene.ts";

const options = { hasGraph: true };

async function routesOf(world: World) {
  const rows = await asWorker(
    world.services.database.db,
    (trx) =>
      trx.selectFrom("meta_routes").select(["company_id", "object", "external_id", "is_business"])
        .orderBy("account_id").orderBy("external_id").execute(),
  );
  return rows.map((row) => `${row.company_id} ${row.object} ${row.external_id}`);
}

testOnEach("each kind is connected, with its name and address from Meta", async (world) => {
  const { api, inputs, token } = await openScene(world);
  const number = await expectData(api("POST", "/channels", inputs.whatsapp), 201);
  assert.deepEqual(
    [number.state, number.name, number.address, number.quality, number.can_send, number.channel],
    ["working", "Taller Vega", "+34911222333", "GREEN", true, "whatsapp"],
  );
  assert.deepEqual(number.settings, {
    ...inputs.whatsapp.settings,
    ...{ read_marks: true, import_history: false },
  });
  assert.ok(number.subscribed_at);
  assert.equal(number.token_ends_at, null);
  const page = await expectData(
    api("POST", "/channels", { ...inputs.facebook, name: "La página" }),
    201,
  );
  assert.deepEqual([page.state, page.name, page.address], [
    "working",
    "La página",
    "m.me/tallervega",
  ]);
  const instagram = await expectData(api("POST", "/channels", inputs.instagram), 201);
  assert.deepEqual([instagram.state, instagram.name, instagram.address], [
    "working",
    "@taller.vega",
    "@taller.vega",
  ]);
  const own = giveToken(world, { text: "IGAA1", kind: "instagram", ownerId: ids.instagram });
  await expectData(api("DELETE", `/channels/${instagram.id}`));
  const direct = await expectData(
    api("POST", "/channels", {
      kind: "instagram",
      settings: {
        ...{ meta_app_id: inputs.instagram.settings.meta_app_id, login: "instagram" },
        ig_id: ids.instagram,
      },
      secrets: { access_token: own },
    }),
    201,
  );
  assert.deepEqual([direct.state, direct.settings.app_scoped_id], ["working", ids.appScoped]);
  assert.deepEqual(await routesOf(world), [
    `1 whatsapp_business_account ${ids.waba}`,
    `1 whatsapp_business_account ${ids.number}`,
    `1 page ${ids.page}`,
    `1 instagram ${ids.instagram}`,
    `1 instagram ${ids.appScoped}`,
  ]);
  assert.equal(JSON.stringify([number, page, direct]).includes(token), false);
  // A page's messages are sent with its own token.
  const { state, calls } = world.graph;
  assert.ok(state.subscribed.get(`${ids.app}:${ids.page}`)!.includes("message_edits"));
  assert.ok(calls.every((call) => !call.includes(token)));
  const steps = (await expectData(api("POST", `/channels/${page.id}/test`))).steps;
  assert.deepEqual(steps.map(({ ok }: { ok: boolean }) => ok), [true, true, true]);
  assert.match(steps[2].advice, /reviewed/);
}, options);

testOnEach("what names no account beneath one's own app is refused", async (world) => {
  const { api, inputs } = await openScene(world);
  const { whatsapp, facebook, instagram } = inputs;
  const eva = apiOf(world, people.eva);
  const theirs = await expectData(eva("POST", "/meta-apps", newApp), 201);
  const cases: [string, object, string[]][] = [
    ["no settings", { kind: "whatsapp", secrets: whatsapp.secrets }, ["settings"]],
    ["no token", { ...facebook, secrets: undefined }, ["secrets"]],
    ["a password", { ...facebook, secrets: { password: "x" } }, [
      "secrets.access_token",
      "secrets.password",
    ]],
    ["a token with a line break", { ...facebook, secrets: { access_token: "a\r\nb: c" } }, [
      "secrets.access_token",
    ]],
    ["an address", { ...whatsapp, address: "+34911222333" }, ["address"]],
    ["another company's app", {
      ...facebook,
      settings: { ...facebook.settings, meta_app_id: theirs.id },
    }, ["settings.meta_app_id"]],
    ["no such app", { ...facebook, settings: { ...facebook.settings, meta_app_id: 99_999 } }, [
      "settings.meta_app_id",
    ]],
    ["ids of another kind", { ...whatsapp, settings: facebook.settings }, [
      "settings.page_id",
      "settings.phone_number_id",
      "settings.waba_id",
    ]],
    ["a telephone number", {
      ...whatsapp,
      settings: { ...whatsapp.settings, phone_number_id: "+34911222333" },
    }, ["settings.phone_number_id"]],
    ["one id for both", {
      ...whatsapp,
      settings: { ...whatsapp.settings, waba_id: ids.number },
    }, ["settings.waba_id"]],
    ["no page", {
      ...instagram,
      settings: { ...instagram.settings, page_id: undefined },
    }, ["settings.page_id"]],
    ["a page where there is none", {
      ...instagram,
      settings: { ...instagram.settings, login: "instagram" },
    }, ["settings.page_id"]],
    ["a second id", {
      ...instagram,
      settings: { ...instagram.settings, app_scoped_id: "1" },
    }, ["settings.app_scoped_id"]],
    ["settings of mail", { ...facebook, settings: { ...facebook.settings, sent_copy: true } }, [
      "settings.sent_copy",
    ]],
  ];
  for (const [what, body, names] of cases) {
    const failure = await expectFailure(api("POST", "/channels", body), 422, "validation_failed");
    assert.deepEqual(Object.keys(failure.fields).sort(), names, what);
  }
  await expectData(api("POST", "/channels", facebook), 201);
  const again = await expectFailure(api("POST", "/channels", facebook), 409, "duplicate");
  assert.deepEqual(Object.keys(again.fields), ["settings.page_id"]);
  assert.deepEqual(await routesOf(world), [`1 page ${ids.page}`]);
}, options);

testOnEach("an account keeps its ids, and takes another token", async (world) => {
  const { api, inputs } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.facebook), 201);
  const patch = (body: object) => api("PATCH", `/channels/${id}`, body);
  const cases: [object, string[]][] = [
    [{ settings: { page_id: "1" } }, ["settings.page_id"]],
    [{ settings: { waba_id: "1", callback_url: null } }, [
      "settings.callback_url",
      "settings.waba_id",
    ]],
    [{ settings: { import_history: true } }, ["settings.import_history"]],
    [{ settings: { meta_app_id: 9_999 } }, ["secrets.access_token"]],
    [{ settings: { meta_app_id: 9_999 }, secrets: { access_token: "x" } }, [
      "settings.meta_app_id",
    ]],
    [{ secrets: { password: "x" } }, ["secrets.access_token", "secrets.password"]],
    [{ address: "m.me/otra" }, ["address"]],
  ];
  for (const [body, names] of cases) {
    const { fields } = await expectFailure(patch(body), 422, "validation_failed");
    assert.deepEqual(Object.keys(fields).sort(), names, JSON.stringify(body));
  }
  const changed = await expectData(
    patch({ settings: { page_id: ids.page, human_agent: true, read_marks: false } }),
  );
  assert.deepEqual([changed.settings.human_agent, changed.settings.read_marks], [true, false]);
  const dead = await expectData(patch({ secrets: { access_token: "dead" } }));
  assert.equal(dead.state, "failing");
  assert.match(dead.last_error, /does not take the token/);
  const fresh = giveToken(world, { text: "fresh" });
  const alive = await expectData(patch({ secrets: { access_token: fresh } }));
  assert.deepEqual([alive.state, alive.last_error], ["working", null]);
}, options);

testOnEach("paused, resumed and deleted, an account behaves as others", async (world) => {
  const { api, inputs } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.whatsapp), 201);
  assert.equal((await expectData(api("POST", `/channels/${id}/pause`))).state, "paused");
  const { steps } = await expectData(api("POST", `/channels/${id}/test`));
  assert.equal(steps.length, 5);
  assert.equal((await expectData(api("GET", `/channels/${id}`))).state, "paused");
  assert.equal((await expectData(api("POST", `/channels/${id}/resume`))).state, "checking");
  await expectData(api("DELETE", `/channels/${id}`));
  assert.deepEqual(await routesOf(world), []);
  await expectFailure(api("GET", `/channels/${id}/templates`), 404, "not_found");
  await expectData(api("POST", "/channels", inputs.whatsapp), 201);
}, options);

testOnEach("a shared app's accounts fail once it is withdrawn", async (world) => {
  const { inputs, app, api } = await openScene(world);
  const luis = apiOf(world, people.luis, 1);
  await expectData(luis("PATCH", `/meta-apps/${app.id}`, { companies: [2] }));
  const eva = apiOf(world, people.eva);
  const account = await expectData(eva("POST", "/channels", inputs.facebook), 201);
  assert.equal(account.state, "working");
  // One live account has an id beneath an app, whosever it is.
  await expectFailure(api("POST", "/channels", inputs.facebook), 409, "duplicate");
  await expectData(luis("PATCH", `/meta-apps/${app.id}`, { companies: [] }));
  const { steps } = await expectData(eva("POST", `/channels/${account.id}/test`));
  assert.match(steps[0].error, /shared/);
  assert.equal((await expectData(eva("GET", `/channels/${account.id}`))).state, "failing");
  const { database: { db }, secretCipher } = world.services;
  const place = { companyId: 2, accountId: account.id };
  assert.equal(await findGraphCaller(db, secretCipher!, place), null);
  await expectData(luis("PATCH", `/meta-apps/${app.id}`, { companies: [2] }));
  assert.ok(await findGraphCaller(db, secretCipher!, place));
  await expectData(eva("POST", `/channels/${account.id}/test`));
  assert.equal((await expectData(eva("GET", `/channels/${account.id}`))).state, "working");
}, options);
