import { type Kysely, sql } from "kysely";

/** Links that follow their offer's last day, and numbers that sort as numbers. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table quote_shares alter column expires_at drop not null`.execute(db);
  await followLastDays(db);
  for (const statement of ["quotes", "sales"].flatMap(numberKey)) {
    await sql.raw(statement).execute(db);
  }
}

/** Each run of digits gets ten places, so that P-2026-9 comes before P-2026-10. */
const padded = `regexp_replace(
  regexp_replace(number, '([0-9]+)', '000000000\\1', 'g'), '0*([0-9]{10})(?![0-9])', '\\1', 'g')`;

function numberKey(table: string): string[] {
  return [
    `alter table ${table} add column number_key text collate "C" not null
      generated always as (${padded}) stored`,
    `drop index ${table}_number`,
    `create index ${table}_number on ${table} (company_id, number_key, id)
      where deleted_at is null`,
  ];
}

/**
 * A link keeps an instant of its own only where it is later than the offer's last day. Forced
 * row-level security holds for the owner too: each company's rows change as its tenant.
 */
// deno-lint-ignore no-explicit-any
async function followLastDays(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number; timezone: string }>`
    select id, timezone from companies`.execute(db);
  for (const { id, timezone } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    await sql`update quote_shares s set expires_at = null from quotes q
      where q.company_id = s.company_id and q.id = s.quote_id and s.company_id = ${id}
        and s.expires_at <= (q.valid_until + 1)::timestamp at time zone ${timezone}`.execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
