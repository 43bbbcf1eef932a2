import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import { openEmbedded } from "./embedded.ts";

const tables = ["companies", "installation", "pipeline_stages", "users", "user_companies"];

/** Rows of the tables, and the sequences' last values. */
async function contentOf({ db }: Database): Promise<unknown[]> {
  const of = async (name: string) => (await sql`table ${sql.table(name)}`.execute(db)).rows;
  const sequences = sql`select sequencename, last_value::text from pg_sequences`;
  return [...await Promise.all(tables.map(of)), (await sequences.execute(db)).rows];
}

async function transactionOf({ db }: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select txid_current()::integer as id`.execute(db);
  return rows[0]!.id;
}

Deno.test({
  name: "an embedded database that is used again is as it was when it was new",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const first = await openEmbedded();
    const before = await contentOf(first);
    await sql`insert into users (email) values ('ana@primary.example')`.execute(first.db);
    await sql`insert into user_companies (company_id, user_id, role)
      select 1, id, 'ventas' from users`.execute(first.db);
    await sql`update companies set name = 'Another'`.execute(first.db);
    await sql`delete from pipeline_stages where company_id = 2`.execute(first.db);
    await sql`set role relevo_tenant`.execute(first.db);
    const last = await transactionOf(first);
    await first.close();

    const second = await openEmbedded();
    assert.ok(await transactionOf(second) > last, "the same one");
    assert.deepEqual(await contentOf(second), before);
    await sql`insert into users (email) values ('eva@design.example')`.execute(second.db);
    await sql`alter table users add column once integer`.execute(second.db);
    await second.close();

    const third = await openEmbedded();
    assert.deepEqual(await contentOf(third), before, "of another one");
    const { rows } = await sql`select from pg_attribute
      where attrelid = 'users'::regclass and attname = 'once'`.execute(third.db);
    assert.equal(rows.length, 0);
    await third.close();
  },
});
