import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { seenFileName } from "@/lib/db/hosts/seen_timeline.ts";
import { alignStatement } from "@/lib/db/transaction_ids.ts";
import { isUnavailable } from "@/lib/db/transaction.ts";
import { alignTransactionIds } from "@/lib/notify/streams/cursor.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type Cluster, findServerPrograms, startCluster } from "../../support/cluster.ts";
import { addressOn, ask, promote, startStandby, waitForStandby } from "../../support/standby.ts";
import { until } from "../../support/wait.ts";
import { openStage } from "../../faults/support/stage.ts";

const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && findServerPrograms() !== null;
const log = createLog("error");

interface Pair extends AsyncDisposable {
  first: Cluster;
  second: Cluster;
  /** Of a database on the first. */
  url: string;
}

async function openPair(): Promise<Pair> {
  const first = await startCluster();
  const url = await first.createDatabase({ owner: "shop" });
  await using own = await openDatabaseAt(url);
  await sql`create table kept (word text)`.execute(own.db);
  const second = await startStandby(first, { name: "second" });
  return {
    first,
    second,
    url,
    async [Symbol.asyncDispose]() {
      await second.destroy();
      await first.destroy();
    },
  };
}

type Open = Database & AsyncDisposable;

async function openDatabaseAt(
  url: string,
  options: { memory?: string; target?: "any"; atPromotion?: string } = {},
): Promise<Open> {
  const database = await openDatabase({ url, log, poolSize: 3, deadlineMs: 30_000, ...options });
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
}

async function portOf({ db }: Database): Promise<string> {
  const { rows: [row] } = await sql<{ port: string }>`select current_setting('port') as port`
    .execute(db);
  return row!.port;
}

async function keep({ db }: Database, word: string): Promise<void> {
  await sql`insert into kept values (${word})`.execute(db);
}

const at = ({ adminUrl }: Cluster) => new URL(adminUrl).port;

async function assertRefused(asking: Promise<unknown>, reason: RegExp): Promise<void> {
  await assert.rejects(asking, (error: Error) => {
    assert.match(error.message, reason);
    assert.ok(isUnavailable(error), error.message);
    return true;
  });
}

function testOnServers(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !hasPostgres, sanitizeOps: false, sanitizeResources: false, fn });
}

testOnServers("a server in recovery, or that is read only, is passed over", async () => {
  await using pair = await openPair();
  const { first, second, url } = pair;
  await using database = await openDatabaseAt(addressOn([second, first], url));
  await keep(database, "one");
  assert.equal(await portOf(database), at(first));
  await using standby = await openDatabaseAt(addressOn([second], url));
  await assertRefused(portOf(standby), /is in recovery/);
  await using reader = await openDatabaseAt(addressOn([second], url), { target: "any" });
  assert.equal(await portOf(reader), at(second));
  // Fenced while connections are open: none is used again, and none is left to write.
  await ask(first, "alter system set default_transaction_read_only = on");
  await ask(first, "select pg_reload_conf()");
  await until(() => keep(database, "two").then(() => false, isUnavailable));
  await until(() =>
    portOf(database).then(
      () => false,
      ({ message }) => /is in recovery;.*is read only/.test(message),
    )
  );
  await using single = await openDatabaseAt(url);
  await assertRefused(portOf(single), /is read only/);
  await ask(first, "alter system reset default_transaction_read_only");
  await ask(first, "select pg_reload_conf()");
  await until(() => keep(database, "three").then(() => true), { what: "it to go on" });
});

testOnServers(
  "a promoted server is gone over to, and the one of before is passed over",
  async () => {
    await using pair = await openPair();
    const { first, second, url } = pair;
    const memory = await Deno.makeTempDir({ prefix: "relevo-memory-" });
    const both = addressOn([first, second], url);
    await using database = await openDatabaseAt(both, { memory });
    let lost = 0;
    const heard: string[] = [];
    await database.listen("news", (payload) => heard.push(payload), () => lost++);
    assert.equal(await portOf(database), at(first));
    // The one of before goes on, as behind a cut cable.
    await promote(second);
    await until(async () => await portOf(database) === at(second), { what: "the pool to go over" });
    await keep(database, "new");
    await until(() => lost > 0, { what: "the listener to go over" });
    await database.notify("news", ["came"]);
    await until(() => heard.includes("came"), { what: "news of the other server" });
    // Who starts without memory asks both; who remembers is safe with the old one alone.
    await using fresh = await openDatabaseAt(both);
    assert.equal(await portOf(fresh), at(second));
    assert.match(await Deno.readTextFile(`${memory}/${seenFileName}`), /"timeline":2/);
    await second.stop();
    await using later = await openDatabaseAt(both, { memory });
    await assertRefused(portOf(later), /is of timeline 1, and 2 was seen/);
    await using alone = await openDatabaseAt(addressOn([first], url), { memory });
    await assertRefused(portOf(alone), /is of timeline 1, and 2 was seen/);
    await assertRefused(keep(database, "lost"), /timeline 1|Connection|ECONN|terminat/);
    await Deno.writeTextFile(`${memory}/${seenFileName}`, "{ broken");
    await using forgetful = await openDatabaseAt(addressOn([first], url), { memory });
    assert.equal(await portOf(forgetful), at(first));
    await Deno.remove(memory, { recursive: true });
  },
);

testOnServers("a server of another system is refused", async () => {
  await using pair = await openPair();
  await using stranger = await startCluster();
  const { password } = new URL(pair.url);
  await ask(stranger, `create role shop login password '${password}'`);
  await ask(stranger, `create database "${new URL(pair.url).pathname.slice(1)}"`);
  const both = addressOn([stranger, pair.first], pair.url);
  await using unsure = await openDatabaseAt(both);
  await assertRefused(portOf(unsure), /is of system \d+, and another host is not/);
  const memory = await Deno.makeTempDir({ prefix: "relevo-memory-" });
  const own = addressOn([pair.first, pair.second], pair.url);
  await using before = await openDatabaseAt(own, { memory });
  await portOf(before);
  await using sure = await openDatabaseAt(both, { memory });
  assert.equal(await portOf(sure), at(pair.first));
  await Deno.remove(memory, { recursive: true });
});

testOnServers("a commit that no standby confirmed is no success", async () => {
  await using pair = await openPair();
  const { first, second, url } = pair;
  await waitForStandby(first, "second");
  await using database = await openDatabaseAt(url);
  await keep(database, "one");
  await second.stop();
  const unconfirmed = keep(database, "two").then(() => "kept", (error) => error);
  await until(async () => {
    const [row] = await ask(
      first,
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    return row !== undefined;
  }, { what: "a commit to wait" });
  const outcome = await unconfirmed;
  assert.ok(outcome instanceof Error && isUnavailable(outcome), String(outcome));
});

testOnServers(
  "transaction ids go on above those of the server before, before anything else",
  async () => {
    await using stage = await openStage("postgres", { hasBareRows: true });
    const first = stage.cluster!;
    await using second = await startStandby(first, { name: "second" });
    const url = addressOn([first, second], stage.databaseUrl!);
    await using database = await openDatabaseAt(url, { atPromotion: alignStatement });
    assert.equal(await alignTransactionIds(database.db), false);
    const [{ lsn }] = await ask(first, "select pg_current_wal_lsn() as lsn") as [{ lsn: string }];
    await until(async () => {
      const [row] = await ask(second, `select pg_last_wal_replay_lsn() >= '${lsn}' as has_it`);
      return row!.has_it;
    }, { what: "the standby to have the note" });
    // What the primary gave away and the standby never heard of.
    await second.stop();
    await ask(
      first,
      "do $$ begin for n in 1..500 loop perform pg_current_xact_id(); commit; end loop; end $$",
    );
    const before = await newestId(database);
    await first.stop({ mode: "kill" });
    await second.start();
    await promote(second);
    const after = await until(() => newestId(database), { what: "the other server" });
    assert.ok(after > before, `${after} after ${before}`);
    assert.equal(await alignTransactionIds(database.db), false, "it is noted");
  },
);

async function newestId({ db }: Database): Promise<number> {
  const { rows: [row] } = await sql<{ id: number }>`
    select (pg_current_xact_id()::text::bigint + xid_offset)::float8 as id from installation`
    .execute(db);
  return row!.id;
}
