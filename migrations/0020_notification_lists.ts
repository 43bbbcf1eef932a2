import { type Kysely, sql } from "kysely";

/** Filters of notifications and callbacks in the panel, and when a key was last used. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of changes) await sql.raw(statement).execute(db);
}

/** Each send pays for an index, so the usual type and priority are left out. */
const changes = [
  `alter table api_keys add column last_used_at timestamptz`,
  `create index notifications_by_key
    on notifications (company_id, key_id, created_at desc, id desc) where key_id is not null`,
  `create index notifications_by_member
    on notifications (company_id, created_at desc, id desc) where created_by is not null`,
  `create index notifications_by_type
    on notifications (company_id, type, created_at desc, id desc) where type <> 'info'`,
  `create index notifications_by_priority
    on notifications (company_id, priority, created_at desc, id desc) where priority <> 'normal'`,
  `create index callbacks_by_status
    on callbacks (company_id, status, created_at desc, response_id)`,
];
