import { type Kysely, sql } from "kysely";

/**
 * Without an index on the column that refers to it, the deletion of a row reads all that might.
 * `tests/db/foreign_keys.test.ts` names the links that have none on purpose.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create index clients_source_contact on clients (company_id, source_contact_id)
   where source_contact_id is not null`,
  `create index responses_device on responses (company_id, device_id) where device_id is not null`,
  `create index due_times_notification on due_times (company_id, notification_id, user_id)
   where notification_id is not null`,
];
