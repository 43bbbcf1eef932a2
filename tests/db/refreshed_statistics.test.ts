import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { openEmbedded } from "../support/embedded.ts";
import { kindsFor } from "../support/kinds.ts";
import { until } from "../support/wait.ts";
import { openOnServer } from "../support/world_database.ts";

for (const kind of kindsFor({ both: true })) {
  Deno.test({
    name: `statistics follow a table's growth, and end the plans of foreign keys (${kind})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn(test) {
      const open = kind === "postgres" ? openOnServer : openEmbedded;
      const database = await open({ growthMs: 0 });
      const { db } = database;
      await sql`alter table notifications set (autovacuum_enabled = off)`.execute(db);
      const believed = async () => {
        const { rows } = await sql<{ rows: number }>`
          select reltuples::int as rows from pg_class where relname = 'notifications'`.execute(db);
        return rows[0]!.rows;
      };

      await test.step("checks are planned while the table is small", async () => {
        await send(db, 1, 5);
        await sql`analyze notifications`.execute(db);
        assert.deepEqual(await readBySessions(db), [5]);
      });

      await test.step("a table that reaches 1,000 rows is analyzed by the look", async () => {
        await send(db, 6, 999);
        await refresh(db);
        assert.equal(await believed(), 5);
        await send(db, 1_000, 2_000);
        await until(async () => await believed() === 2_000, { what: "the table to be analyzed" });
      });

      await test.step("each session's checks go by the index from then on", async () => {
        assert.deepEqual(await readBySessions(db), [1]);
      });

      await test.step("less than three times as many are not looked at again", async () => {
        await send(db, 2_001, 5_900);
        await refresh(db);
        assert.equal(await believed(), 2_000);
        await send(db, 5_901, 6_100);
        await until(async () => await believed() === 6_100, { what: "the table to be analyzed" });
      });

      await test.step("a table that somebody changes is left for the next time", async () => {
        if (kind === "pglite") return;
        await send(db, 6_101, 20_000);
        await db.transaction().execute(async (trx) => {
          await sql`lock table notifications in share mode`.execute(trx);
          assert.deepEqual(await refresh(db), []);
        });
        await until(async () => await believed() === 20_000, { what: "the table to be analyzed" });
      });
      await database.close();
    },
  });
}

async function refresh(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tables: string[] }>`select relevo_refresh_statistics() as tables`
    .execute(db);
  return rows[0]!.tables;
}

async function send(db: Db, from: number, to: number): Promise<void> {
  await inCompany(db, 1, (trx) =>
    sql`
      insert into notifications (id, company_id, title, body, type, priority, actions, created_at)
      select md5(n::text)::uuid, 1, 'Hola', 'Hola', 'info', 'normal', '[]', now()
      from generate_series(${from}::int, ${to}::int) n`.execute(trx));
}

const sessions = 12;

/** How many notifications the check of a new recipient reads: the different numbers of sessions. */
async function readBySessions(db: Db): Promise<number[]> {
  const read = await Promise.all(Array.from({ length: sessions }, async () => {
    const trx = await db.startTransaction().execute();
    try {
      const countRead = async () => {
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + idx_tup_fetch)::int as read
          from pg_stat_xact_user_tables where relname = 'notifications'`.execute(trx);
        return rows[0]!.read;
      };
      await sql`select set_config('role', 'relevo_tenant', true), relevo_enter(1)`.execute(trx);
      const before = await countRead();
      await sql`
        insert into notification_recipients (company_id, notification_id, user_id)
        values (1, md5('5')::uuid, 'maria')`.execute(trx);
      return await countRead() - before;
    } finally {
      await trx.rollback().execute();
    }
  }));
  return [...new Set(read)];
}
