/**
 * All rows of the database: read as each company's tenant, and as the owner for tables outside the
 * tenants.
 */
import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { World } from "../support/world.ts";

/** The tables whose rows belong to a company and that it may read, as the catalogue has them. */
export async function tenantTables(world: World): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
      and has_table_privilege('relevo_tenant', c.oid, 'select')
    order by 1`.execute(world.services.database.db);
  return rows.map(({ name }) => name);
}

/** Tables outside the tenants whose rows still belong to someone. */
const shared = ["companies", "user_companies", "users"];

/** Every row of every company as text, to compare before and after. */
export async function contents(world: World): Promise<string> {
  const { db } = world.services.database;
  const companies = await db.selectFrom("companies").select("id").orderBy("id").execute();
  const tables = await tenantTables(world);
  const values: unknown[] = [];
  for (const { id } of companies) {
    await inCompany(db, id, async (trx) => {
      for (const table of tables) values.push([table, ...await rowsAsText(trx, table)]);
    });
  }
  await db.transaction().execute(async (trx) => {
    for (const table of shared) values.push([table, ...await rowsAsText(trx, table)]);
  });
  return JSON.stringify(values);
}

async function rowsAsText(trx: BareTrx, table: string): Promise<string[]> {
  // The instant of a phone's or key's last call is no secret.
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(t) - 'last_seen_at' - 'last_used_at')::text as row from ${
    sql.table(table)
  } t order by 1`
    .execute(trx);
  return rows.map((one) => one.row);
}
