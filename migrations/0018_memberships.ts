import { type Kysely, sql } from "kysely";

/** When each member was last here, and what the company does not notify them of. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table user_companies add column last_seen_at timestamptz,
    add column muted text[] not null default '{}'`.execute(db);
}
