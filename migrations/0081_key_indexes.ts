import { type Kysely, sql } from "kysely";

/**
 * Look-ups by a key on queues, whatever Postgres believes about them: docs/decisions/0055. A hash
 * index is cheaper than any tree, also where one row is believed in, so none of the company's
 * indexes takes its place, in the app's statements and in checks of foreign keys.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "create index channel_events_by_id on channel_events using hash (id)",
  `create index channel_events_by_message on channel_events using hash (message_id)
    where message_id is not null`,
  `create index channel_events_by_contact on channel_events using hash (contact_id)
    where contact_id is not null`,
  `create index channel_events_by_key on channel_events using hash (waits_for)
    where waits_for is not null and state = 'waiting'`,
  "create index outbox_by_id on outbox using hash (id)",
  "create index outbox_by_message on outbox using hash (message_id) where message_id is not null",
  `create index outbox_by_notification on outbox using hash (notification_id)
    where notification_id is not null`,
  `create index outbox_by_email on outbox using hash ((payload -> 'to' ->> 'email'))
    where notification_id is not null`,
  `create index outbox_by_person on outbox using hash (person)
    where person is not null and state in ('sending', 'sent', 'delivered', 'failed', 'uncertain')`,
  `create index outbox_held_by_account on outbox using hash (account_id) where state = 'queued'
    and (error in ('graph_account', 'secret') or error like 'graph_account %')`,
  "create index push_jobs_by_subscription on push_jobs using hash (subscription_id)",
  `create index due_times_by_notification on due_times using hash (notification_id)
    where notification_id is not null`,
  // Last: nobody reads a table from here to the commit.
  `drop index channel_events_message, outbox_notification, outbox_unread, outbox_held,
    push_jobs_subscription`,
];
