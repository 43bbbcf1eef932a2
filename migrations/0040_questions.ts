import { type Kysely, sql } from "kysely";

/** What a client asks about a quotation by its link, and the answers that they read there. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table notes add column to_client boolean not null default false,
    add check (not to_client or quote_id is not null)`.execute(db);
}
