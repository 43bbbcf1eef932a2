import { type Kysely, sql } from "kysely";

/** Reminders, escalation, answers by a link, snooze and quiet hours: docs/decisions/0050. */
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

const guarded = [
  { table: "due_times", worker: "select, insert, update" },
  { table: "attention", worker: "select" },
  { table: "answer_links", worker: "select" },
];

const statements = [
  `alter table notifications
    /* remind, escalate, answers and fallback, as they were asked for */
    add column asks json`,
  `alter table notification_recipients
    add column reminded integer not null default 0,
    add column escalated_at timestamptz,
    /* who closed it for all, where the first answer does */
    add column answered_by text,
    add column snoozed_until timestamptz`,
  `drop index recipients_unread`,
  `create index recipients_unread on notification_recipients (company_id, user_id, internal)
    where read_at is null and dismissed_at is null and answered_by is null
      and status not in ('replaced', 'cancelled')`,
  `alter table push_jobs
    add column reason text not null default 'sent'
      check (reason in ('sent', 'remind', 'snooze', 'summary')),
    /* quiet hours hold it (due_at is its end): those of a member's phones, or of others */
    add column held_by_member boolean,
    /* of a summary: how many it stands for */
    add column held integer`,
  `create index push_jobs_held on push_jobs (company_id, user_id)
    where held_by_member is not null`,
  `create table due_times (
    id uuid primary key,
    company_id integer not null references companies,
    kind text not null check (kind in ('remind', 'escalate', 'fallback', 'snooze', 'summary')),
    notification_id uuid,
    /* of a snooze or a summary: whose */
    user_id text,
    /* of a summary: for a member's phones */
    is_member boolean not null default false,
    /* which reminder it is, from 1 */
    number integer check (number between 1 and 10),
    at timestamptz not null,
    /* when it is tried next; null once it has acted */
    due_at timestamptz,
    /* its lane in the pool that acts */
    host text not null default 'due',
    attempts integer not null default 0,
    lease uuid,
    leased_until timestamptz,
    done_at timestamptz,
    outcome text check (outcome in ('acted', 'not_needed', 'over', 'failed')),
    /* how many people it reached */
    reached integer,
    /* how the mail stands that it sent */
    mail text,
    unique (company_id, id),
    foreign key (company_id, notification_id) references notifications (company_id, id)
      on delete cascade,
    foreign key (company_id, notification_id, user_id)
      references notification_recipients (company_id, notification_id, user_id) on delete cascade,
    check ((kind = 'summary') = (notification_id is null)),
    check ((kind in ('snooze', 'summary')) = (user_id is not null)),
    check ((due_at is null) = (done_at is not null)),
    check ((done_at is null) = (outcome is null)),
    check ((lease is null) = (leased_until is null))
  )`,
  `create index due_times_due on due_times (company_id, host, due_at) where due_at is not null`,
  `create unique index due_times_of on due_times (company_id, notification_id, kind, number)
    nulls not distinct where kind in ('remind', 'escalate', 'fallback')`,
  `create unique index due_times_snooze on due_times (company_id, notification_id, user_id)
    where kind = 'snooze'`,
  `create unique index due_times_summary on due_times (company_id, user_id, is_member)
    where kind = 'summary'`,
  // How a person wants to be reached; a program that pairs phones does not decide for a member.
  `create table attention (
    company_id integer not null references companies,
    user_id text not null check (length(user_id) between 1 and 200),
    is_member boolean not null,
    quiet jsonb,
    muted jsonb not null default '[]',
    changed_at timestamptz not null default now(),
    primary key (company_id, user_id, is_member)
  )`,
  // Links that answer a notification once.
  `create table answer_links (
    id uuid primary key,
    company_id integer not null references companies,
    notification_id uuid not null,
    user_id text not null,
    digest bytea not null unique check (length(digest) = 32),
    created_at timestamptz not null default now(),
    unique (company_id, id),
    foreign key (company_id, notification_id, user_id)
      references notification_recipients (company_id, notification_id, user_id) on delete cascade
  )`,
  `create index answer_links_of on answer_links (company_id, notification_id, user_id)`,
  `alter table outbox
    alter column message_id drop not null,
    /* a mail in place of a notification that nobody answered */
    add column notification_id uuid,
    add foreign key (company_id, notification_id) references notifications (company_id, id)
      on delete cascade,
    add check (num_nonnulls(message_id, notification_id) = 1)`,
  // Erasure looks through them: few have any.
  `create index notifications_asking on notifications (company_id) where asks is not null`,
  `create index outbox_notification on outbox (company_id, notification_id)
    where notification_id is not null`,
];
