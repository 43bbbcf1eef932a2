/** An account that works again sends what waited for it, and reads what its hooks have missed. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { graphError } from "../../../support/graph/graph.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { addPerson } from "../accounts.ts";
import { giveToken, ids, openScene } from "./scene.ts";

const options = { hasGraph: true };
const person = "7012345678901234";

/** A page that works since yesterday, and somebody who wrote to it. */
async function openPage(world: World) {
  const scene = await openScene(world);
  const { api } = scene;
  const { id } = await expectData(api("POST", "/channels", scene.inputs.facebook), 201);
  await change(world, id, { created_at: sql`now() - interval '1 day'` });
  const place = { id: id as number, companyId: 1, kind: "facebook", ownId: ids.page } as const;
  const contactId = await addPerson(world, place, { id: person });
  return { ...scene, id: id as number, contactId };
}

function change(world: World, id: number, values: Record<string, unknown>) {
  return inDatabase(
    world,
    1,
    (trx) => trx.updateTable("channel_accounts").set(values).where("id", "=", id).execute(),
  );
}

/** As six hours later. */
async function look(world: World, id: number): Promise<void> {
  await change(world, id, { check_due_at: sql`now()` });
  await world.services.metaAccounts.sweep();
}

/** Texts that the person wrote, as they were filed. */
async function textsOf({ api, contactId }: Awaited<ReturnType<typeof openPage>>) {
  const messages = await expectData(api("GET", `/contacts/${contactId}/messages`));
  return messages.filter(({ direction }: { direction: string }) => direction === "in")
    .map(({ body }: { body: string }) => body);
}

/** The person writes, and no hook tells of it. */
function missMessage({ graph }: World, text: string): void {
  graph.state.written.push({
    ...{ id: `m_${text}`, accountId: ids.page, personId: person, text, media: [] },
    at: new Date(Date.now() - 5_000),
  });
}

/** Writes a message which Meta refuses since the page's token is dead. */
async function writeInVain(
  world: World,
  { api, id, contactId }: Awaited<ReturnType<typeof openPage>>,
) {
  for (const token of world.graph.state.tokens.values()) token.isRevoked = true;
  const json = { direction: "out", via: id, body: "Hola" };
  const message = await expectData(api("POST", `/contacts/${contactId}/messages`, json), 201);
  await goNow(world);
  const path = `/contacts/${contactId}/messages/${message.id}`;
  await until(async () => (await expectData(api("GET", path))).delivery.attempts === 1);
  // However slow the machine is, its next time has not come.
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("outbox").set({ due_at: sql<Date>`now() + interval '4 hours'` })
        .where("message_id", "=", message.id).where("state", "=", "queued").execute(),
  );
  return message.id as number;
}

testOnEach("another token sends what waited, and nothing before its time", async (world) => {
  const page = await openPage(world);
  const { api, id, contactId } = page;
  const waiting = await writeInVain(world, page);
  const json = { direction: "out", via: id, body: "Recién escrito" };
  const other = await addPerson(world, { id, companyId: 1, kind: "facebook", ownId: ids.page }, {
    ...{ id: "7012345678905678", name: "Otra" },
  });
  const fresh = await expectData(api("POST", `/contacts/${other}/messages`, json), 201);
  missMessage(world, "Perdido");
  const access_token = giveToken(world, { text: "another-token" });
  const patched = await expectData(api("PATCH", `/channels/${id}`, { secrets: { access_token } }));
  assert.equal(patched.state, "working");
  await delivered({ api }, contactId, waiting, "sent");
  const { delivery } = await expectData(api("GET", `/contacts/${other}/messages/${fresh.id}`));
  assert.deepEqual([delivery.state, delivery.can], ["queued", ["cancel"]]);
  await until(async () => (await textsOf(page)).includes("Perdido"), { what: "what was missed" });
}, options);

testOnEach("a test that works sends what waited", async (world) => {
  const page = await openPage(world);
  const { api, id, contactId } = page;
  const waiting = await writeInVain(world, page);
  await expectData(api("POST", `/channels/${id}/test`));
  assert.equal((await expectData(api("GET", `/channels/${id}`))).state, "failing");
  missMessage(world, "Perdido");
  for (const token of world.graph.state.tokens.values()) token.isRevoked = false;
  await expectData(api("POST", `/channels/${id}/test`));
  await delivered({ api }, contactId, waiting, "sent");
  await until(async () => (await textsOf(page)).includes("Perdido"), { what: "what was missed" });
}, options);

testOnEach("what came while Meta had dropped the subscription is read", async (world) => {
  const page = await openPage(world);
  const { id } = page;
  missMessage(world, "Perdido");
  await look(world, id);
  await world.services.catchUps.idle(id);
  assert.deepEqual(await textsOf(page), [], "nothing was lost");
  world.graph.state.subscribed.clear();
  await look(world, id);
  await until(async () => (await textsOf(page)).includes("Perdido"), { what: "what was missed" });
}, options);

testOnEach("what is told of a token says nothing of the next", async (world) => {
  const page = await openPage(world);
  const { api, id, contactId } = page;
  const gate = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  world.graph.faults.push({
    path: "/messages",
    times: 1,
    async answer() {
      called.resolve();
      await gate.promise;
      const message = "Error validating access token: Session has expired";
      return graphError(401, { code: 190, error_subcode: 463, message });
    },
  });
  const json = { direction: "out", via: id, body: "Hola" };
  const message = await expectData(api("POST", `/contacts/${contactId}/messages`, json), 201);
  await goNow(world);
  await called.promise;
  for (const token of world.graph.state.tokens.values()) token.isRevoked = true;
  const access_token = giveToken(world, { text: "another-token" });
  const patched = await expectData(api("PATCH", `/channels/${id}`, { secrets: { access_token } }));
  assert.equal(patched.state, "working");
  gate.resolve();
  // At once, and not after the schedule's wait.
  const { attempts } = await delivered({ api }, contactId, message.id, "sent");
  assert.equal(attempts, 2);
  const { state, last_error } = await expectData(api("GET", `/channels/${id}`));
  assert.deepEqual([state, last_error], ["working", null]);
  const { rows } = await inDatabase(world, 1, (trx) =>
    sql<{ waitedMs: number }>`
      select extract(epoch from max(started_at) - min(started_at + duration_ms * interval '1 ms'))
        * 1000 as "waitedMs" from outbox_attempts`.execute(trx));
  assert.ok(rows[0]!.waitedMs < 3_900, `${rows[0]!.waitedMs} ms`);

  // The same of the token that it has.
  for (const token of world.graph.state.tokens.values()) token.isRevoked = true;
  await expectData(api("POST", `/contacts/${contactId}/messages`, json), 201);
  await goNow(world);
  await until(async () => (await expectData(api("GET", `/channels/${id}`))).state === "failing");
}, { ...options, both: true });
