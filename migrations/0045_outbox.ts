import { type Kysely, sql } from "kysely";

/** Messages that go out by an account, and each attempt: docs/decisions/0043. */
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
  { table: "outbox", worker: "select, update" },
  { table: "outbox_attempts", worker: "select, insert" },
];

const statements = [
  `create table outbox (
    id uuid primary key,
    company_id integer not null references companies,
    account_id integer not null,
    message_id integer not null,
    created_at timestamptz not null default now(),
    /* of the receiver, for its lane */
    host text not null,
    payload jsonb not null,
    state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered',
      'read', 'failed', 'uncertain', 'cancelled')),
    state_at timestamptz not null default now(),
    attempts integer not null default 0,
    schedule_start integer not null default 0,
    /* null where it is not to be sent, or is held by its account's pause */
    due_at timestamptz,
    lease uuid,
    leased_until timestamptz,
    /* by what name it failed, and what the receiver said */
    error text check (length(error) <= 500),
    unique (company_id, id),
    unique (company_id, message_id),
    foreign key (company_id, account_id) references channel_accounts (company_id, id),
    foreign key (company_id, message_id) references contact_messages (company_id, id)
      on delete cascade,
    check ((lease is null) = (leased_until is null))
  )`,
  `create index outbox_due on outbox (company_id, host, due_at)
    where state in ('queued', 'sending') and due_at is not null`,
  `create index outbox_account on outbox (company_id, account_id, state)`,
  `create table outbox_attempts (
    company_id integer not null references companies,
    outbox_id uuid not null,
    number integer not null check (number >= 1),
    started_at timestamptz not null,
    duration_ms integer not null,
    outcome text not null,
    status integer,
    answer text check (length(answer) <= 4096),
    primary key (company_id, outbox_id, number),
    foreign key (company_id, outbox_id) references outbox (company_id, id) on delete cascade
  )`,
];
