import { type Kysely, sql } from "kysely";

/** How a person likes their pages. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table users add column theme text check (theme in ('light', 'dark'))`.execute(db);
}
