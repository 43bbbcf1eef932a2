import { type Kysely, sql } from "kysely";

/** What is due is found by company and host, so that no company's flood hides another's. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of changes) await sql.raw(statement).execute(db);
}

const changes = [
  `create index callbacks_due_by_company on callbacks (company_id, host, due_at)
    where status = 'pending'`,
  `drop index callbacks_due`,
  `create index push_jobs_due_by_company on push_jobs (company_id, host, due_at)`,
  `drop index push_jobs_due`,
];
