import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { asProblem } from "@/lib/http/envelope.ts";
import { askAndAnswer, assertFailure, postNotify } from "../notify/scene.ts";
import { until } from "../support/wait.ts";
import { testOnEach, type World } from "../support/world.ts";

/** Runs `work` while another transaction holds the table. */
async function whileLocked({ owner }: World, work: () => Promise<void>): Promise<void> {
  await owner.db.transaction().execute(async (trx) => {
    await sql`lock table notifications in access exclusive mode`.execute(trx);
    await work();
  });
}

/** Cancels the statement that waits for a lock, as its time-out would. */
async function cancelWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

/** The embedded database has one connection, so nothing there waits for another. */
function testOnPostgres(name: string, test: (world: World, db: Db) => Promise<void>): void {
  testOnEach(name, async (world) => {
    if (world.kind === "postgres") await test(world, world.services.database.db);
  });
}

testOnPostgres("a statement that takes too long is a 503 to come back after", async (world, db) => {
  await whileLocked(world, async () => {
    const sending = postNotify(world);
    await until(() => cancelWaiting(db), { what: "the send to wait" });
    const refused = await sending;
    assertFailure(refused, 503, "database_unavailable");
    assert.match(refused.headers.get("retry-after")!, /^\d+$/);
  });
  assert.equal((await postNotify(world)).status, 202);
});

testOnPostgres(
  "a time-out of the database's own is told from a fault of ours",
  async (world, db) => {
    const limits = { statement_timeout: "57014", lock_timeout: "55P03" };
    await whileLocked(world, async () => {
      for (const [limit, code] of Object.entries(limits)) {
        const reading = inCompany(db, 1, async (trx) => {
          await sql`select set_config(${limit}, '20', true)`.execute(trx);
          await trx.selectFrom("notifications").select("id").execute();
        });
        await assert.rejects(reading, (error) => {
          assert.equal((error as { code?: string }).code, code);
          return asProblem(error).code === "database_unavailable";
        });
      }
    });
  },
);

testOnPostgres(
  "a company's transaction that is left open ends, and its readers go on",
  async (world, db) => {
    const { responseId } = await askAndAnswer(world, await world.pairPhone("maria"));
    const answers = async (): Promise<string[]> => {
      const { body } = await world.call("GET", "/api/responses", { key: world.keys.shop });
      return body.data.map(({ id }: { id: string }) => id);
    };
    await until(async () => (await answers()).length === 1, { what: "the answer to be read" });
    const transaction = inCompany(db, 1, async (trx) => {
      const { rows: [set] } = await sql<{ now: string; most: string }>`
        select relevo_txid() as now,
          current_setting('idle_in_transaction_session_timeout') as most`.execute(trx);
      assert.equal(set!.most, "30s");
      const phone = await world.pairPhone("luis");
      const other = await askAndAnswer(world, phone, { userId: "luis" });
      assert.deepEqual(await answers(), [responseId], "it holds back what came after it");
      await sql`set local idle_in_transaction_session_timeout = '10ms'`.execute(trx);
      await until(async () => (await answers()).includes(other.responseId), {
        what: "the transaction to be ended",
      });
      await sql`select 1`.execute(trx);
    });
    await assert.rejects(transaction, (error) => asProblem(error).code === "database_unavailable");
  },
);
