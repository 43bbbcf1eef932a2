import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase, type Statement, type Trx } from "@/lib/db/connection.ts";
import { createLog } from "@/lib/tools/log.ts";
import { findServerPrograms, startCluster } from "../../support/cluster.ts";
import { until } from "../../support/wait.ts";
import { makeWorld, type World } from "../../support/world.ts";
import { ask, inTenant } from "../scene.ts";
import { openQuickly, openStream } from "../streams/streams.ts";

/** On a server of its own: what is open there holds back every database of the server. */
function testWithNeighbours(
  name: string,
  test: (world: World, statements: Statement[]) => Promise<void>,
): void {
  Deno.test({
    name: `${name} (postgres)`,
    ignore: findServerPrograms() === null,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const statements: Statement[] = [];
      await using cluster = await startCluster({ fsync: false });
      const url = await cluster.createDatabase();
      const heard = (statement: Statement) => statements.push(statement);
      const database = await openDatabase({ url, log: createLog("error"), heard });
      await using world = await makeWorld({ kind: "postgres", database });
      await test(world, statements);
    },
  });
}

/** A transaction that has its id, and stays open until it is told to commit. */
async function holdOpen(world: World, work: (trx: Trx) => Promise<unknown> = noWork) {
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const transaction = inTenant(world, async (trx) => {
    await sql`select relevo_txid()`.execute(trx);
    await work(trx);
    started.resolve();
    await release.promise;
  });
  await Promise.race([started.promise, transaction]);
  const commit = async () => {
    release.resolve();
    await transaction;
  };
  return { commit, [Symbol.asyncDispose]: commit };
}

const noWork = () => Promise.resolve();

/** Marks it as read, as another instance would whose wake-up is lost. */
const readIn = (id: string) => (trx: Trx) =>
  trx.updateTable("notification_recipients")
    .set((eb) => ({ read_at: new Date(), changed_txid: eb.fn<number>("relevo_txid") }))
    .where("notification_id", "=", id).execute();

const idsOf = (events: readonly { data: { id: string } }[]) => events.map(({ data }) => data.id);

testWithNeighbours("a neighbour's open transaction delays no notification", async (world) => {
  const { token } = await world.pairPhone("maria");
  await using stream = await openStream(world, token);
  await stream.opened();
  const opening = stream.lastEventId;
  const settled = await ask(world);
  await stream.until(({ data }) => data.id === settled);
  await until(() => stream.lastEventId !== opening, { what: "the place behind it" });
  const before = stream.lastEventId;
  await using transaction = await holdOpen(world);
  const sent = [await ask(world), await ask(world), await ask(world)];
  assert.deepEqual(idsOf((await stream.received(4)).slice(1)), sent);
  assert.equal(stream.lastEventId, before, "the place to resume from waits");

  const headers = { "Last-Event-ID": stream.lastEventId };
  await using again = await openStream(world, token, { headers });
  assert.deepEqual(idsOf(await again.received(3)), sent, "what may repeat is not lost");
  sent.push(await ask(world));
  assert.deepEqual(idsOf(await again.received(4)), sent, "each of them once");
  await transaction.commit();
  for (const { lastEventId } of [stream, again]) assert.equal(lastEventId, before);
  await until(() => stream.lastEventId !== before && again.lastEventId !== before, {
    what: "the place to follow",
  });
  const next = await openStream(world, token, { headers: { "Last-Event-ID": again.lastEventId } });
  const last = await ask(world);
  assert.deepEqual(idsOf(await next.received(1)), [last], "nothing repeats from there");
  await next.close();
  assert.deepEqual(idsOf(await stream.received(6)), [settled, ...sent, last], "nor here");
});

testWithNeighbours("a change that commits late is not skipped by a stream", async (world) => {
  const { token } = await world.pairPhone("maria");
  const [older, younger] = [await ask(world), await ask(world)];
  await using stream = await openStream(world, token);
  await stream.opened();
  await using transaction = await holdOpen(world, readIn(older));
  const read = `/api/phone/notifications/${younger}/read`;
  await world.call("POST", read, { device: token });
  assert.deepEqual(idsOf(await stream.received(1)), [younger]);
  const between = stream.lastEventId;
  await transaction.commit();
  assert.deepEqual(idsOf(await stream.received(2)), [younger, older], "without a wake-up");

  await using again = await openStream(world, token, { headers: { "Last-Event-ID": between } });
  assert.deepEqual(idsOf(await again.received(2)), [older, younger]);
  assert.ok(again.events.every(({ data }) => data.readAt !== null));
});

testWithNeighbours(
  "a row that changes again is sent again",
  async (world) => {
    const { token } = await world.pairPhone("maria");
    const id = await ask(world);
    await using stream = await openStream(world, token);
    await stream.opened();
    const { promise: isRead, resolve } = Promise.withResolvers<void>();
    await using older = await holdOpen(world);
    const path = `/api/phone/notifications/${id}`;
    const both = inTenant(world, async (trx) => {
      await sql`select relevo_txid()`.execute(trx);
      await isRead;
      await trx.updateTable("notification_recipients")
        .set((eb) => ({ dismissed_at: new Date(), changed_txid: eb.fn<number>("relevo_txid") }))
        .where("notification_id", "=", id).execute();
      trx.afterCommit({ kind: "changed", companyId: 1, userId: "maria" });
    });
    await world.call("POST", `${path}/read`, { device: token });
    await stream.until(({ data }) => data.readAt !== null);
    resolve();
    await both;
    await stream.until(({ data }) => data.readAt !== null && data.dismissedAt !== null);
    await older.commit();
  },
);

testWithNeighbours(
  "beside an open transaction, heartbeats go by silence and reads do not pile up",
  async (world, statements) => {
    const { token } = await world.pairPhone("maria");
    await using _held = await holdOpen(world);
    const { stream, stop } = await openQuickly(world, token, { heartbeatMs: 10 });
    const id = await ask(world);
    await stream.until(({ data }) => data.id === id);
    statements.length = 0;
    await until(() => stream.beats >= 30, { what: "thirty heartbeats" });
    const reads = statements.filter(({ sql }) => sql.includes("notification_recipients"));
    assert.ok(reads.length < 10, `${reads.length} reads`);
    stop.abort();
    await stream.ended();
  },
);
