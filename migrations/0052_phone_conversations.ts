import { type Kysely, sql } from "kysely";

/** Conversations on the phone: docs/decisions/0052. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const { table, worker } of guarded) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
    await sql.raw(`grant ${worker} on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
}

const statements = [
  // When a member wants to hear of a conversation again.
  `create table conversation_reminders (
    company_id integer not null references companies,
    contact_id integer not null,
    user_id integer not null,
    due_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (company_id, contact_id, user_id),
    foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
    foreign key (company_id, user_id) references user_companies (company_id, user_id)
      on delete cascade
  )`,
  "create index conversation_reminders_due on conversation_reminders (due_at)",
  "create index conversation_reminders_user on conversation_reminders (company_id, user_id)",
  // What phones have sent, so that a repeat is the same message or note.
  `create table phone_sends (
    company_id integer not null references companies,
    user_id integer not null,
    key text not null check (length(key) between 1 and 64),
    digest bytea not null check (length(digest) = 32),
    sent_at timestamptz not null default now(),
    contact_id integer not null,
    message_id integer,
    note_id integer,
    primary key (company_id, user_id, key),
    foreign key (company_id, user_id) references user_companies (company_id, user_id)
      on delete cascade,
    foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
    foreign key (company_id, message_id) references contact_messages (company_id, id)
      on delete cascade,
    foreign key (company_id, note_id) references notes (company_id, id) on delete cascade
  )`,
  "create index phone_sends_sent on phone_sends (sent_at)",
  "create index phone_sends_contact on phone_sends (company_id, contact_id)",
  `create index phone_sends_message on phone_sends (company_id, message_id)
    where message_id is not null`,
  "create index phone_sends_note on phone_sends (company_id, note_id) where note_id is not null",
  // Who was told of a conversation, and what is still open of it.
  `create index recipients_conversation on notification_recipients (company_id, tag, user_id)
    where internal and tag like 'contact:%'`,
];

const guarded = [
  { table: "conversation_reminders", worker: "select" },
  { table: "phone_sends", worker: "select, delete" },
];
