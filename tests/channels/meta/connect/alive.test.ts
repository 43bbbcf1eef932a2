/** Accounts of Meta are looked at by themselves: tokens renewed, subscriptions made again. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { noteCalls } from "@/lib/channels/accounts/account_state.ts";
import { accessTokenField, readSecret } from "@/lib/channels/accounts/secrets.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { noteTemplate } from "@/lib/channels/meta/templates/templates.ts";
import { expectData, expectFailure } from "../../../crm/scene.ts";
import { payload } from "../payloads.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { giveToken, ids, openScene, secret } from "./scene.ts";

const options = { hasGraph: true };

function change(world: World, id: number, values: Record<string, unknown>) {
  return inCompany(
    world.services.database.db,
    1,
    (trx) => trx.updateTable("channel_accounts").set(values).where("id", "=", id).execute(),
  );
}

function rowOf(world: World, id: number) {
  return inCompany(
    world.services.database.db,
    1,
    (trx) =>
      trx.selectFrom("channel_accounts").selectAll().where("id", "=", id)
        .executeTakeFirstOrThrow(),
  );
}

/** As six hours later. */
async function look(world: World, id: number) {
  await change(world, id, { check_due_at: sql`now()` });
  await world.services.metaAccounts.sweep();
  return await rowOf(world, id);
}

/** Of what members were told, in the order of its telling. */
async function titles(world: World): Promise<string[]> {
  const rows = await inCompany(
    world.services.database.db,
    1,
    (trx) => trx.selectFrom("notifications").select("title").orderBy("created_at").execute(),
  );
  return rows.map(({ title }) => title);
}

testOnEach("a subscription that Meta dropped is made again, and told", async (world) => {
  const { api, inputs } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.whatsapp), 201);
  const before = await rowOf(world, id);
  assert.ok(before.check_due_at! > new Date(Date.now() + 5 * 3_600_000));
  world.graph.state.subscribed.clear();
  await world.services.metaAccounts.sweep();
  assert.equal(world.graph.state.subscribed.size, 0, "not before it is due");
  const after = await look(world, id);
  assert.deepEqual([...world.graph.state.subscribed.keys()], [`${ids.app}:${ids.waba}`]);
  assert.ok(after.check_due_at! > new Date(Date.now() + 5 * 3_600_000));
  assert.deepEqual(await titles(world), ["Meta había dejado de avisar de Taller Vega"]);
}, options);

testOnEach("a dead token is told once, and what works again is found by itself", async (world) => {
  const { api, inputs, token } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.whatsapp), 201);
  world.graph.state.tokens.get(token)!.isRevoked = true;
  assert.equal((await look(world, id)).state, "failing");
  assert.equal((await look(world, id)).state, "failing");
  assert.deepEqual(await titles(world), ["No se puede enviar por Taller Vega"]);
  world.graph.state.tokens.get(token)!.isRevoked = false;
  const again = await look(world, id);
  assert.deepEqual([again.state, again.last_error], ["working", null]);
}, options);

testOnEach("Meta out of reach changes no state, and is asked again soon", async (world) => {
  const { api, inputs } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.facebook), 201);
  world.graph.faults.push({
    ...{ path: "debug_token", times: 1 },
    answer: () => new Response("", { status: 503 }),
  });
  const after = await look(world, id);
  assert.equal(after.state, "working");
  assert.ok(after.check_due_at! < new Date(Date.now() + 3_600_000));
  assert.deepEqual(await titles(world), []);
}, options);

testOnEach("what only a message can try stays failing until one leaves", async (world) => {
  const { api, inputs } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.facebook), 201);
  const fail = (outcome: string) =>
    inCompany(
      world.services.database.db,
      1,
      (trx) => noteCalls(trx, [{ accountId: id, failure: { outcome, status: 400 }, sent: false }]),
    );
  await fail("graph_account");
  assert.ok((await rowOf(world, id)).check_due_at! < new Date(Date.now() + 120_000));
  assert.equal((await look(world, id)).state, "failing");
  const { steps } = await expectData(api("POST", `/channels/${id}/test`));
  assert.ok(steps.every(({ ok }: { ok: boolean }) => ok));
  assert.equal((await rowOf(world, id)).state, "working", "a member's own test clears it");
  await fail("meta_token");
  assert.equal((await look(world, id)).state, "working");
}, options);

testOnEach("an Instagram token is renewed from its second day, and stored first", async (world) => {
  const { api, inputs } = await openScene(world);
  const first = giveToken(world, { text: "IGAA1", kind: "instagram", ownerId: ids.instagram });
  const { meta_app_id } = inputs.instagram.settings;
  const { id } = await expectData(
    api("POST", "/channels", {
      kind: "instagram",
      settings: { meta_app_id, login: "instagram", ig_id: ids.instagram },
      secrets: { access_token: first },
    }),
    201,
  );
  const stored = () => {
    const { database: { db }, secretCipher } = world.services;
    return inCompany(
      db,
      1,
      (trx) =>
        readSecret(trx, { companyId: 1 }, secretCipher!, {
          accountId: id,
          field: accessTokenField,
        }),
    );
  };
  const renewals = () => world.graph.calls.filter((one) => one.includes("refresh")).length;
  await look(world, id);
  assert.deepEqual([await stored(), renewals()], [first, 0], "not on its first day");
  await change(world, id, { token_at: sql`now() - interval '25 hours'` });
  const after = await look(world, id);
  const second = await stored();
  assert.deepEqual([second === first, renewals(), after.state], [false, 1, "working"]);
  assert.ok(after.token_ends_at! > new Date(Date.now() + 59 * 86_400_000));
  await change(world, id, { token_at: sql`now() - interval '6 days'` });
  await look(world, id);
  assert.equal(renewals(), 1, "weekly");
  await change(world, id, { token_at: sql`now() - interval '8 days'` });
  // Its own answer breaks: the token that works stays.
  world.graph.faults.push({
    ...{ path: "refresh_access_token", times: 1 },
    answer: () => new Response("<html>", { status: 500 }),
  });
  assert.equal((await look(world, id)).state, "working");
  assert.equal(await stored(), second);
}, options);

testOnEach("a token's end is told seven days and one day before", async (world) => {
  const { api, inputs, token } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.whatsapp), 201);
  const endIn = async (hours: number) => {
    world.graph.state.tokens.get(token)!.endsAt = new Date(Date.now() + hours * 3_600_000);
    await look(world, id);
    await look(world, id);
    return await titles(world);
  };
  const week = "El token de Taller Vega caduca en 7 días";
  const day = "El token de Taller Vega caduca en un día";
  assert.deepEqual(await endIn(200), []);
  assert.deepEqual(await endIn(160), [week]);
  assert.deepEqual(await endIn(20), [week, day]);
  assert.equal((await endIn(2_000)).length, 2);
  assert.equal((await rowOf(world, id)).token_notice_days, null);
}, options);

testOnEach("one account that hangs delays no other", async (world) => {
  const { api, inputs } = await openScene(world);
  const accounts: { id: number }[] = [];
  for (const input of [inputs.whatsapp, inputs.facebook, inputs.instagram]) {
    accounts.push(await expectData(api("POST", "/channels", input), 201));
  }
  const free = Promise.withResolvers<void>();
  world.graph.faults.push({
    ...{ path: ids.waba, times: 1 },
    answer: async () => {
      await free.promise;
      return new Response("", { status: 500 });
    },
  });
  for (const { id } of accounts) {
    await change(world, id, { check_due_at: sql`now()`, checked_at: null });
  }
  const sweep = world.services.metaAccounts.sweep();
  await until(
    async () =>
      (await Promise.all(accounts.slice(1).map(({ id }) => rowOf(world, id))))
        .every(({ checked_at }) => checked_at !== null),
    { what: "the others to be looked at" },
  );
  assert.equal((await rowOf(world, accounts[0]!.id)).checked_at, null);
  free.resolve();
  await sweep;
}, options);

testOnEach("templates are kept, read again on request and by Meta's news", async (world) => {
  const { api, inputs } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.whatsapp), 201);
  const [template, ...others] = await expectData(api("GET", `/channels/${id}/templates`));
  assert.deepEqual(others, [], "a paused one is not offered");
  assert.deepEqual(template.variables, ["body.1", "body.2", "buttons.1.1"]);
  assert.deepEqual([template.format, template.category, template.header], [
    "positional",
    "utility",
    { type: "document", text: null },
  ]);
  const list = world.graph.state.templates.get(ids.waba)!;
  list[1]!.status = "APPROVED";
  world.graph.state.perPage = 1;
  const more = await expectData(api("POST", `/channels/${id}/templates/refresh`));
  assert.deepEqual(more.map(({ variables }: { variables: string[] }) => variables), [
    ["body.1", "body.2", "buttons.1.1"],
    ["nombre"],
  ]);
  const account = { id, company_id: 1 };
  await inCompany(
    world.services.database.db,
    1,
    (trx) => noteTemplate(trx, account, { name: "saludo", language: "es", state: "paused" }),
  );
  assert.equal((await expectData(api("GET", `/channels/${id}/templates`))).length, 1);
  assert.ok((await rowOf(world, id)).check_due_at! < new Date(Date.now() + 120_000));
  world.graph.faults.push({
    ...{ path: "message_templates", times: 1 },
    answer: () => new Response("<html>", { status: 502 }),
  });
  const refused = api("POST", `/channels/${id}/templates/refresh`);
  const { error } = await expectFailure(refused, 409, "meta_refused");
  assert.match(error, /not of Meta's API/);
  assert.equal((await expectData(api("GET", `/channels/${id}/templates`))).length, 1);
  const page = await expectData(api("POST", "/channels", inputs.facebook), 201);
  const none = api("POST", `/channels/${page.id}/templates/refresh`);
  await expectFailure(none, 404, "not_found");
}, options);

testOnEach("what came before an account was there is given to it", async (world) => {
  const { api, inputs, app } = await openScene(world);
  const hook = new URL(new URL(app.hook).pathname, world.url).href;
  const { graph } = world;
  const delivered = await graph.deliver(
    hook,
    graph.state.apps.get(ids.app)!,
    payload("facebook/text"),
    secret,
  );
  assert.equal(await delivered.text(), "EVENT_RECEIVED");
  const problems = async () => (await expectData(api("GET", `/meta-apps/${app.id}`))).problems;
  await until(async () => await problems() === 1, { what: "the event to be a problem" });
  await expectData(api("POST", "/channels", inputs.facebook), 201);
  assert.equal(await problems(), 0);
}, options);
