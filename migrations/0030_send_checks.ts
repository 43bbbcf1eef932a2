import { type Kysely, sql } from "kysely";

/** A company may ask for the client's tax id before a quotation is sent. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table companies
      add column quotes_need_tax_id boolean not null default false`.execute(db);
}
