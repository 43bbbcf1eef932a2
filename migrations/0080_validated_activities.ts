import { type Kysely, sql } from "kysely";

/** Old activities keep to the constraint too: it was made without a look at them (0051, 0053). */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table activities validate constraint activities_check`.execute(db);
}
