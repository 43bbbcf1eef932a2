import assert from "node:assert/strict";
import { sql } from "kysely";
import { postNotify } from "../notify/scene.ts";
import { until } from "../support/wait.ts";
import { testOnEach } from "../support/world.ts";

testOnEach("/readyz names work that is stuck until it goes on", async (world) => {
  const ready = () => world.call("GET", "/readyz");
  assert.equal((await ready()).status, 200);
  // The embedded database has one connection, so nothing there waits for another.
  if (world.kind !== "postgres") return;
  const { callbacks } = world.services;
  const waiting = await world.owner.db.transaction().execute(async (trx) => {
    await sql`lock table callbacks, notifications in access exclusive mode`.execute(trx);
    const waiting = [callbacks.sweep(), postNotify(world)];
    const stuck = await until(async () => {
      const { status, body } = await ready();
      return status === 503 && body.details.stuck.length === 2 && body.details.stuck;
    }, { what: "both to be stuck" });
    assert.deepEqual(stuck, ["sends", "callbacks"]);
    return waiting;
  });
  await Promise.all(waiting);
  assert.equal((await ready()).status, 200);
});

testOnEach("/readyz and the log name a transaction that stays open", async (world) => {
  const { openTransactions } = world.services;
  const named = async () => (await world.call("GET", "/readyz")).body.data.openTransactions;
  const logged = () => world.logged.filter((line) => line.includes("transaction_stays_open"));
  await openTransactions.look(0);
  assert.deepEqual(await named(), []);
  if (world.kind !== "postgres") return;
  // Another login's, which hides when it began; the runner's other tests have theirs.
  const pid = await world.owner.db.transaction().execute(async (trx) => {
    const { rows: [open] } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid, pg_current_xact_id()`.execute(trx);
    const mine = async () => (await named()).find((one: typeof open) => one!.pid === open!.pid);
    await openTransactions.look(1_000);
    assert.equal(await mine(), undefined, "it has only begun");
    for (const seconds of [60, 75]) {
      await openTransactions.look((seconds + 1) * 1_000);
      assert.deepEqual(await mine(), { pid: open!.pid, seconds });
    }
    return open!.pid;
  });
  const entries = logged().map((line) => JSON.parse(line)).filter((one) => one.pid === pid);
  assert.equal(entries.length, 1, "once");
  const { level, seconds, database, login, name } = entries[0];
  assert.deepEqual([level, seconds, name], ["warn", 60, "relevo"]);
  const { rows } = await sql`select current_database() as database, current_user as login`
    .execute(world.owner.db);
  assert.deepEqual([{ database, login }], rows);
  await openTransactions.look(90_000);
  assert.ok((await named()).every((one: { pid: number }) => one.pid !== pid), "it has ended");
});

const backupDir = await Deno.makeTempDir({ prefix: "relevo-backups-" });

testOnEach(
  "/readyz warns of an old back-up, and of one that a wrong clock dated",
  async (world) => {
    const warnings = async () => {
      await world.services.machine.look();
      return (await world.call("GET", "/readyz")).body.data.warnings;
    };
    assert.deepEqual(await warnings(), []);
    const file = `${backupDir}/relevo-20261128T100000Z.tar`;
    await Deno.writeTextFile(file, "x");
    for (
      const [hours, expected] of [[-1, []], [-27, ["backup_old"]], [1, ["clock_skewed"]]] as const
    ) {
      const time = new Date(Date.now() + hours * 3_600_000);
      await Deno.utime(file, time, time);
      assert.deepEqual(await warnings(), expected);
    }
    await Deno.remove(backupDir, { recursive: true });
  },
  { env: { BACKUP_DIR: backupDir } },
);
