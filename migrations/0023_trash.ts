import { type Kysely, sql } from "kysely";

/** The index by which the trash finds who put a record into it. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index activities_trashed on activities (company_id, at)
    where verb = 'deleted'`.execute(db);
}
