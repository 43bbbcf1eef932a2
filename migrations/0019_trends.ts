import { type Kysely, sql } from "kysely";

/** Trends read an opportunity's stays from an index alone. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`drop index opportunity_stage_log_of`.execute(db);
  await sql`
    create index opportunity_stage_log_of on opportunity_stage_log (company_id, opportunity_id)
      include (to_stage_id, entered_at, left_at)`.execute(db);
}
