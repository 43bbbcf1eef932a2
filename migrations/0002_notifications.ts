import { type Kysely, sql } from "kysely";

/** Keys, notifications and their recipients, answers, callbacks with their attempts, phones. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(db);
  for (const table of tenantTables) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
  }
  for (const { table, rights } of workerRights) {
    await sql.raw(`grant ${rights} on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
}

const tables = [
  `create table api_keys (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    name text not null check (length(name) between 1 and 60),
    hint text not null,
    digest bytea not null unique check (length(digest) = 32),
    created_by integer references users,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    unique (company_id, id)
  )`,
  `create table notifications (
    id uuid primary key,
    company_id integer not null references companies,
    key_id integer,
    created_by integer references users,
    internal boolean not null default false,
    handler text,
    ref json,
    title text not null,
    body text not null,
    type text not null check (type in ('info', 'success', 'warning', 'error')),
    priority text not null check (priority in ('low', 'normal', 'high')),
    sender text,
    url text,
    tag text,
    ttl integer check (ttl between 60 and 2592000),
    data json,
    actions json not null,
    allow_reply boolean not null default false,
    callback_url text,
    idempotency_key text,
    fingerprint bytea,
    created_at timestamptz not null,
    expires_at timestamptz,
    unique (company_id, id),
    foreign key (company_id, key_id) references api_keys (company_id, id),
    check ((idempotency_key is null) = (fingerprint is null)),
    check ((ttl is null) = (expires_at is null)),
    check (callback_url is null or key_id is not null)
  )`,
  `create unique index notifications_idempotency on notifications (company_id, idempotency_key)
    where idempotency_key is not null`,
  `create index notifications_newest on notifications (company_id, created_at desc, id desc)`,
  `create table notification_recipients (
    company_id integer not null references companies,
    notification_id uuid not null,
    user_id text not null check (length(user_id) between 1 and 200),
    internal boolean not null default false,
    tag text,
    status text not null default 'queued' check
      (status in ('queued', 'sent', 'delivered', 'failed', 'replaced', 'cancelled')),
    devices integer not null default 0,
    replaced_by uuid,
    delivered_at timestamptz,
    read_at timestamptz,
    dismissed_at timestamptz,
    answered_at timestamptz,
    seq bigint generated always as identity,
    changed_txid bigint not null default relevo_txid(),
    primary key (company_id, notification_id, user_id),
    foreign key (company_id, notification_id) references notifications (company_id, id)
      on delete cascade,
    check ((status = 'replaced') = (replaced_by is not null))
  )`,
  `create index recipients_inbox on notification_recipients (company_id, user_id, seq desc)`,
  `create index recipients_changed
    on notification_recipients (company_id, user_id, changed_txid, seq)`,
  `create index recipients_tag on notification_recipients (company_id, user_id, tag)
    where tag is not null and status not in ('replaced', 'cancelled')`,
  `create index recipients_replaced on notification_recipients (company_id, replaced_by)
    where replaced_by is not null`,
  `create table devices (
    id uuid primary key,
    company_id integer not null references companies,
    user_id text not null check (length(user_id) between 1 and 200),
    member_id integer,
    name text not null check (length(name) between 1 and 60),
    digest bytea not null unique check (length(digest) = 32),
    created_at timestamptz not null default now(),
    last_seen_at timestamptz,
    revoked_at timestamptz,
    unique (company_id, id),
    foreign key (company_id, member_id) references user_companies (company_id, user_id)
  )`,
  `create index devices_user on devices (company_id, user_id) where revoked_at is null`,
  `create table pairings (
    id uuid primary key,
    company_id integer not null references companies,
    user_id text not null check (length(user_id) between 1 and 200),
    member_id integer,
    name text check (length(name) between 1 and 60),
    digest bytea not null unique check (length(digest) = 32),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    unique (company_id, id),
    foreign key (company_id, member_id) references user_companies (company_id, user_id)
  )`,
  `create index pairings_expiry on pairings (expires_at)`,
  `create table responses (
    id uuid primary key,
    company_id integer not null references companies,
    notification_id uuid not null,
    user_id text not null,
    device_id uuid,
    internal boolean not null default false,
    action json,
    reply text,
    responded_at timestamptz not null,
    seq bigint generated always as identity,
    txid bigint not null default relevo_txid(),
    unique (company_id, id),
    unique (company_id, notification_id, user_id),
    foreign key (company_id, notification_id, user_id)
      references notification_recipients (company_id, notification_id, user_id) on delete cascade,
    foreign key (company_id, device_id) references devices (company_id, id),
    check (action is not null or reply is not null)
  )`,
  `create index responses_feed on responses (company_id, txid, seq) where not internal`,
  `create index responses_user on responses (company_id, user_id, txid, seq) where not internal`,
  `create index responses_txid on responses (company_id, txid)`,
  `create table callbacks (
    response_id uuid primary key,
    company_id integer not null references companies,
    key_id integer not null,
    url text not null,
    host text not null,
    body text not null,
    status text not null default 'pending'
      check (status in ('pending', 'delivered', 'failed', 'gone')),
    attempts integer not null default 0,
    due_at timestamptz,
    lease uuid,
    leased_until timestamptz,
    last_status integer,
    last_outcome text,
    delivered_at timestamptz,
    created_at timestamptz not null default now(),
    unique (company_id, response_id),
    foreign key (company_id, response_id) references responses (company_id, id) on delete cascade,
    foreign key (company_id, key_id) references api_keys (company_id, id),
    check ((status = 'pending') = (due_at is not null)),
    check ((lease is null) = (leased_until is null))
  )`,
  `create index callbacks_due on callbacks (host, due_at) where status = 'pending'`,
  `create index callbacks_newest on callbacks (company_id, created_at desc, response_id)`,
  `create table callback_attempts (
    company_id integer not null references companies,
    response_id uuid not null,
    number integer not null,
    started_at timestamptz not null,
    duration_ms integer not null,
    outcome text not null,
    status integer,
    answer text,
    primary key (company_id, response_id, number),
    foreign key (company_id, response_id) references callbacks (company_id, response_id)
      on delete cascade
  )`,
];

const tenantTables = [
  "api_keys",
  "notifications",
  "notification_recipients",
  "devices",
  "pairings",
  "responses",
  "callbacks",
  "callback_attempts",
];

const workerRights = [
  { table: "api_keys", rights: "select" },
  { table: "devices", rights: "select" },
  { table: "pairings", rights: "select, delete" },
  { table: "notifications", rights: "select, delete" },
  { table: "notification_recipients", rights: "select, delete" },
  { table: "responses", rights: "select, delete" },
  { table: "callbacks", rights: "select, update, delete" },
  { table: "callback_attempts", rights: "select, insert, delete" },
];
