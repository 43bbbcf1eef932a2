import { type Kysely, sql } from "kysely";

/** How a client pays. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table clients add column payment_method text
    check (payment_method in ('transfer', 'card', 'direct_debit', 'cash', 'other'))`.execute(db);
}
