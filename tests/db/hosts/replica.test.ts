import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Database, type Db, openDatabase } from "@/lib/db/connection.ts";
import { Replica } from "@/lib/db/replica.ts";
import { createLog } from "@/lib/tools/log.ts";
import type { Cluster } from "../../support/cluster.ts";
import { startKeyServer } from "../../support/gateway.ts";
import { addressOn, ask as askServer, promote, startStandby } from "../../support/standby.ts";
import { until } from "../../support/wait.ts";
import { ask } from "../../faults/support/client.ts";
import { openStage, testOn } from "../../faults/support/stage.ts";

const log = createLog("error");
const one = { companyId: 1 };
const email = "ana@taller.example";

async function openAt(url: string, target?: "standby"): Promise<Database & AsyncDisposable> {
  const database = await openDatabase({ url, log, poolSize: 2, target });
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
}

const portOf = async (db: Db) =>
  (await sql<{ port: string }>`select current_setting('port') as port`.execute(db)).rows[0]!.port;
const at = ({ adminUrl }: Cluster) => new URL(adminUrl).port;

testOn(
  ["postgres"],
  "what may be a minute old is read on the standby, else on the primary",
  async (kind) => {
    await using stage = await openStage(kind, { hasBareRows: true });
    const first = stage.cluster!;
    await using second = await startStandby(first, { name: "second" });
    await using primary = await openAt(stage.databaseUrl!);
    await using standby = await openAt(addressOn([second, first], stage.databaseUrl!), "standby");
    const options = { log, mostMs: 3_000, lookEveryMs: 100 };
    using replica = Object.assign(new Replica(primary, standby, options), {
      [Symbol.dispose]: () => replica.close(),
    });
    const read = <T>(work: (db: Db) => Promise<T>) => replica.read(one, primary.db, work);
    await until(() => replica.isFresh, { what: "the standby to be up to date" });
    assert.equal(await read(portOf), at(second));
    // Row-level security holds there too.
    const keysOf = (companyId: number) =>
      replica.read(
        { companyId },
        primary.db,
        async (
          db,
        ) => [await portOf(db), (await sql`select id from api_keys`.execute(db)).rows.length],
      );
    assert.deepEqual(await keysOf(1), [at(second), 1]);
    assert.deepEqual(await keysOf(2), [at(second), 0]);

    // A write, and a row that the standby has removed, are read again on the primary, once.
    const ports: string[] = [];
    await read(async (db) => {
      ports.push(await portOf(db));
      if (ports.length === 1) await sql`update companies set name = name`.execute(db);
    });
    assert.deepEqual(ports, [at(second), at(first)]);
    await askServer(second, "alter system set max_standby_streaming_delay = 0");
    await askServer(second, "select pg_reload_conf()");
    ports.length = 0;
    await read(async (db) => {
      ports.push(await portOf(db));
      await sql`select count(*) from products`.execute(db);
      if (ports.length > 1) return;
      await onDatabase(first, stage.databaseUrl!, "alter table products add column extra int");
      await until(() => portOf(db).then(() => false, () => true), { what: "the conflict" });
      await portOf(db);
    });
    assert.deepEqual(ports, [at(second), at(first)]);

    // A series that came to the primary stays there.
    const series = replica.series();
    assert.equal(await series(one, primary.db, portOf), at(second));
    let tries = 0;
    const odd = async (db: Db) =>
      tries++ === 0 ? Promise.reject(new Error("odd")) : await portOf(db);
    assert.equal(await series(one, primary.db, odd), at(first));
    assert.equal(await series(one, primary.db, portOf), at(first));

    // Behind, away, and promoted.
    await askServer(second, "select pg_wal_replay_pause()");
    await askServer(first, "create table later ()");
    await until(() => !replica.isFresh, { what: "the standby to be behind" });
    assert.equal(await read(portOf), at(first));
    await askServer(second, "select pg_wal_replay_resume()");
    await until(() => replica.isFresh, { what: "the standby to have caught up" });
    await second.stop();
    assert.equal(await read(portOf), at(first));
    await second.start();
    await until(async () => replica.isFresh && await read(portOf) === at(second), {
      what: "the standby to be back",
    });
    await promote(second);
    await until(async () => await read(portOf) === at(first), { what: "it to be no standby" });
  },
);

testOn(
  ["postgres"],
  "the app reads lists as files, reports and exports on the standby",
  async (kind) => {
    await using keys = await startKeyServer();
    await using stage = await openStage(kind, {
      env: {
        GATEWAY_JWKS_URL: keys.jwksUrl,
        INITIAL_ADMIN_EMAIL: email,
        CONTACT_LIMIT_PER_ADDRESS: "0",
      },
    });
    const first = stage.cluster!;
    await using second = await startStandby(first, { name: "second" });
    const app = await stage.start({
      env: { READ_DATABASE_URL: addressOn([second], stage.databaseUrl!) },
    });
    const fetchAs = async (path: string) => {
      const token = await keys.sign({ email, aud: "relevo-tests", sub: email });
      return await fetch(`${app.url}/api/admin${path}company_id=1`, {
        headers: { "Cf-Access-Jwt-Assertion": token },
      });
    };
    const csv = async () => await (await fetchAs("/contacts.csv?")).text();
    const write = (name: string) =>
      ask(app.url, "POST", "/api/contact", {
        json: { email: `${name}@cliente.example`, message: "Una obra", elapsed_ms: 9_000 },
      });
    // What came after the standby stood still is missing there, once it is in use.
    let count = 0;
    const latest = await until(async () => {
      const name = `contact${++count}`;
      await askServer(second, "select pg_wal_replay_pause()");
      assert.equal((await write(name)).status, 201);
      if (!(await csv()).includes(`${name}@`)) return name;
      await askServer(second, "select pg_wal_replay_resume()");
      return false;
    }, { what: "a file of the standby" });
    const list = await (await fetchAs("/contacts?")).json();
    const id = list.data.find(({ email }: { email: string }) => email.startsWith(`${latest}@`)).id;
    assert.equal((await fetchAs("/reports?")).status, 200);
    // One who is newer than the standby is exported all the same.
    const exported = await fetchAs(`/contacts/${id}/export?`);
    assert.equal(exported.status, 200);
    assert.ok((await exported.text()).includes(`${latest}@`));
    assert.equal((await fetchAs("/contacts/999999/export?")).status, 404);
    await second.stop({ mode: "immediate" });
    assert.ok((await csv()).includes(`${latest}@`), "it is read on the primary");
  },
);

async function onDatabase(cluster: Cluster, databaseUrl: string, text: string): Promise<void> {
  const url = new URL(cluster.adminUrl);
  url.pathname = new URL(databaseUrl).pathname;
  await askServer({ ...cluster, adminUrl: url.href }, text);
}
