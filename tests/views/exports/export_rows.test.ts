import assert from "node:assert/strict";
import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { exportList } from "@/lib/views/exports/export_list.ts";
import type { ListedNoun } from "@/lib/views/listed.ts";
import { testOnEach, type World } from "../../support/world.ts";

const count = 4_000;
/** Records of a part. */
const ofPart = 1_000;
/** Rows for each record that a part gives: its own, and those of what it names. */
const each = { client: 1, contact: 2, task: 5 };

async function handled(trx: BareTrx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables`.execute(trx);
  return rows[0]!.n ?? 0;
}

testOnEach("a part of a file reads its records and what they name, no other", async (world) => {
  // Without statistics: the planner believes that any join has a handful of rows.
  const { database: { db } } = world.services;
  const userId = await inCompany(db, 1, async (trx) => {
    await sql`insert into clients (company_id, kind, name, country)
      select 1, 'company', 'Olmo', 'ES' from generate_series(1, ${sql.lit(count)})`.execute(trx);
    await sql`insert into contacts (company_id, channel, name, converted_client_id, converted_at)
      select 1, 'web', 'Ana', id, now() from clients where company_id = 1`.execute(trx);
    await sql`insert into tasks (company_id, title, kind, position, client_id, contact_id)
      select 1, 'Ver', 'general', id, converted_client_id, id from contacts
      where company_id = 1`.execute(trx);
    const { user_id } = await trx.selectFrom("user_companies").select("user_id")
      .where("company_id", "=", 1).limit(1).executeTakeFirstOrThrow();
    await sql`update tasks set assignee_id = ${user_id}, done_by = ${user_id}, done_at = now(),
      status = 'done' where company_id = 1 and id % 2 = 0`.execute(trx);
    return user_id;
  });
  for (const noun of ["client", "contact", "task"] as const) {
    for (const rows of await rowsOfParts(world, noun, userId)) {
      assert.ok(rows <= each[noun] * ofPart + 100, `${noun}: a part reads ${rows} rows`);
    }
  }
});

/** What each part but the first handles: that one finds all ids. */
async function rowsOfParts({ services }: World, noun: ListedNoun, userId: number) {
  const reader = { companyId: 1, userId, timezone: "Europe/Madrid" };
  const handledRows: number[] = [];
  const open = <T>(work: (call: never) => Promise<T>): Promise<T> =>
    inCompany(services.database.db, 1, async (trx) => {
      const before = await handled(trx);
      const result = await work({ trx, member: reader } as never);
      handledRows.push(await handled(trx) - before);
      return result;
    });
  const query = { page: 1, per_page: 1, sort: [{ column: "t.id", descending: false }] };
  const { parts } = await exportList(open, noun, query, { language: "en" });
  let text = "";
  for await (const part of parts) text += part;
  assert.equal(text.split("\r\n").length, count + 2, noun);
  assert.equal(handledRows.length, count / ofPart);
  return handledRows.slice(1);
}
