import { type Kysely, sql } from "kysely";

/** The index by which a phone's unread notifications are counted. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index recipients_unread
    on notification_recipients (company_id, user_id, internal)
    where read_at is null and dismissed_at is null
      and status not in ('replaced', 'cancelled')`.execute(db);
}
