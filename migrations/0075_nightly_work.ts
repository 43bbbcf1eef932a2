import { type Kysely, sql } from "kysely";

/**
 * Where each work of the night goes on, and the indexes by which its steps find what goes: read in
 * the order of age, so that no step reads what stays.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const binned = ["contacts", "clients", "opportunities", "products", "quotes", "tasks", "events"];

const statements = [
  `create table nightly_work (
    work text primary key,
    /* the night's morning */
    day date not null,
    /* the last company that it came to, and where it goes on there; null: with the next one */
    company_id integer not null,
    place text,
    /* of this night */
    worked_ms integer not null,
    is_over boolean not null
  )`,

  ...binned.map((table) => `drop index ${table}_binned`),
  ...[...binned, "notes"].map((table) =>
    `create index ${table}_binned on ${table} (company_id, deleted_at, id)
     where deleted_at is not null`
  ),

  "create index push_jobs_over on push_jobs (company_id, ends_at)",
  "drop index channel_events_old",
  `create index channel_events_raw on channel_events (company_id, received_at)
   where body is not null and state = 'read'`,
  `create index channel_events_old_problems on channel_events (company_id, received_at)
   where state = 'problem'`,
  `create index channel_events_old_automatic on channel_events (company_id, received_at)
   where automatic is not null`,
];
