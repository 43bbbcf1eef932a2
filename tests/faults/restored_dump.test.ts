import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import pg from "pg";
import { migrate } from "@/lib/db/migrate.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type Cluster, findServerPrograms, startCluster } from "../support/cluster.ts";
import { until } from "../support/wait.ts";
import { ask } from "./support/client.ts";
import { followResponses, followStream } from "./support/followers.ts";
import { readResponses } from "./support/ledger.ts";
import { proof } from "./support/proof.ts";
import { answer, sendToAll } from "./support/scenes.ts";
import { adminUrlOf, openStage, type Sql, type Stage, testOn } from "./support/stage.ts";

testOn(["postgres"], "cursors outlive a restore where transaction ids are behind", async () => {
  await using stage = await openStage("postgres");
  // Transactions of the database that the new server has not seen.
  await stage.sql((sql) => spendTransactionIds(sql, 30_000));
  await using fresh = await startCluster();
  await verifyRestored(stage, fresh, async () => {});
});

testOn(["postgres"], "cursors between the last note and the dump outlive a restore", async () => {
  await using stage = await openStage("postgres");
  await stage.sql((sql) => spendTransactionIds(sql, 30_000));
  await using fresh = await startCluster();
  await verifyRestored(stage, fresh, async (sql) => {
    const [noted] = await stage.sql((old) =>
      old<{ seen: string }>("select xid_seen::text as seen from installation")
    );
    const now = async () =>
      Number((await sql<{ id: string }>("select pg_current_xact_id()::text as id"))[0]!.id);
    await spendTransactionIds(sql, Number(noted!.seen) + 20 - await now());
  });
});

/** Uses the app, moves its database to the fresh server, and goes on with the old cursors. */
async function verifyRestored(
  stage: Stage,
  fresh: Cluster,
  age: (sql: Sql) => Promise<void>,
): Promise<void> {
  const old = await stage.start();
  const idempotencyKey = crypto.randomUUID();
  const open = await sendToAll(stage, old.url, { idempotencyKey });
  await answer(stage, old.url, open, "ana");
  for (let n = 0; n < 20; n++) await answer(stage, old.url, await sendToAll(stage, old.url), "ana");
  const before = await ask(old.url, "GET", "/api/responses?limit=200", { as: stage.key });
  const from = before.body.meta.nextCursor;
  const inbox = await ask(old.url, "GET", "/api/phone/notifications", {
    as: stage.phones.get("bruno")!,
  });
  const lastEventId = inbox.body.meta.lastEventId;
  await answer(stage, old.url, open, "carla");
  await old.stop();

  const databaseUrl = await restore(stage, fresh, age);
  const app = await stage.start({ name: "restored", databaseUrl });
  const base = () => app.url;
  assert.equal((await readResponses(app.url, stage.key)).length, 22);
  await using poll = followResponses({ base, as: stage.key, from });
  const bruno = stage.phones.get("bruno")!;
  await using stream = await followStream({ base, as: bruno, from: lastEventId });
  await until(() => poll.got.length === 1, { what: "what the cursor had not seen yet" });
  assert.equal(poll.got[0]!.userId, "carla");

  await answer(stage, app.url, open, "diego");
  await until(() => poll.got.length === 2, { what: "a new response at an old cursor" });
  assert.equal(poll.got[1]!.userId, "diego");
  const sent = await sendToAll(stage, app.url);
  await until(() => stream.got.some(({ data }) => data.id === sent), {
    what: "a new notification at an old Last-Event-ID",
  });
  await verifyRepeat(stage, app.url, { idempotencyKey, open });
  proof("dump restored on a younger server: old cursors and streams go on without a gap");
}

/** An idempotency key of before the move still knows its notification. */
async function verifyRepeat(
  stage: Stage,
  base: string,
  { idempotencyKey, open }: { idempotencyKey: string; open: string },
): Promise<void> {
  const again = await ask(base, "POST", "/api/notify", {
    as: stage.key,
    json: {
      userIds: [...stage.phones.keys()],
      title: "¿Vienes?",
      body: "El sábado",
      actions: [{ id: "yes", label: "Sí" }],
      idempotencyKey,
    },
  });
  assert.deepEqual([again.status, again.body.data.notificationId], [200, open]);
}

/** Moves the stage's database to another server, as docs/operating/running.md says. */
async function restore(
  stage: Stage,
  to: Cluster,
  age: (sql: Sql) => Promise<void>,
): Promise<string> {
  // The two roles belong to the server and are in no dump: a first migration makes them.
  await makeRoles(await to.createDatabase());
  const databaseUrl = await to.createDatabase();
  const dump = await run("pg_dump", ["--no-owner", adminUrlOf(stage.cluster!, stage.databaseUrl!)]);
  const path = await Deno.makeTempFile({ prefix: "relevo-dump-" });
  await Deno.writeFile(path, dump);
  const quiet = ["--quiet", "--no-psqlrc", "-v", "ON_ERROR_STOP=1"];
  await run("psql", [...quiet, "-f", path, databaseUrl]);
  await Deno.remove(path);
  const client = new pg.Client({ connectionString: adminUrlOf(to, databaseUrl) });
  await client.connect();
  await age(async (text, values) => (await client.query(text, values)).rows);
  await client.end();
  return databaseUrl;
}

async function makeRoles(url: string): Promise<void> {
  const database = await openDatabase({ url, log: createLog("error"), poolSize: 1 });
  await migrate(database.db);
  await database.close();
}

async function run(program: string, args: string[]): Promise<Uint8Array> {
  // Links are resolved: the client programs of the same version lie beside the server's.
  const path = join(dirname(await Deno.realPath(join(findServerPrograms()!, "initdb"))), program);
  const { success, stdout, stderr } = await new Deno.Command(path, { args }).output();
  assert.ok(success, `${program}: ${new TextDecoder().decode(stderr)}`);
  return stdout;
}

async function spendTransactionIds(sql: Sql, count: number): Promise<void> {
  await sql(`do $$ begin
    for n in 1..${count} loop perform pg_current_xact_id(); commit; end loop;
  end $$`);
}
