import { type Kysely, sql } from "kysely";

/** When each member first signed in to the company; and members can be locked by tenants. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table user_companies add column first_seen_at timestamptz`.execute(db);
  // Their colleagues know the names of those who are members already.
  await sql`update user_companies set first_seen_at = created_at`.execute(db);
  // SELECT … FOR KEY SHARE asks for the right to update a column: so that nobody is given work
  // while they are being removed.
  await sql`grant update (first_seen_at) on user_companies to relevo_tenant`.execute(db);
}
