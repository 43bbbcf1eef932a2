import { type Kysely, sql } from "kysely";

/** Accounts that messages come in and go out by: docs/decisions/0043. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...tables, ...indexes, ...messages, ...known]) {
    await sql.raw(statement).execute(db);
  }
  for (const { table, worker } of guarded) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
    if (!worker) continue;
    await sql.raw(`grant ${worker} on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
}

const channels = `('web', 'whatsapp', 'instagram', 'facebook', 'phone', 'referral', 'other')`;

const tables = [
  `create table channel_accounts (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by integer references users,
    updated_by integer references users,
    version integer not null default 1,
    deleted_at timestamptz,
    kind text not null check (kind in ('email', 'whatsapp', 'program')),
    channel text not null check (channel in ${channels}),
    name text not null check (length(name) between 1 and 60),
    address text check (length(address) between 1 and 254),
    state text not null default 'checking'
      check (state in ('checking', 'working', 'failing', 'paused')),
    /* why it is paused: a member, or more than 60 messages a minute with one contact */
    paused_by text check (paused_by in ('member', 'loop')),
    /* the outcome of the last failure, and what was answered; null where the last one worked */
    last_error jsonb,
    /* since when members know that it fails */
    told_at timestamptz,
    resumed_at timestamptz,
    last_received_at timestamptz,
    last_sent_at timestamptz,
    settings jsonb not null default '{}',
    unique (company_id, id),
    check ((state = 'paused') = (paused_by is not null))
  )`,
  // AES-256-GCM; the key's name says which of SECRETS_KEYS it was sealed with.
  `create table channel_secrets (
    company_id integer not null references companies,
    account_id integer not null,
    field text not null check (length(field) between 1 and 60),
    key_name text not null,
    sealed bytea not null,
    primary key (company_id, account_id, field),
    foreign key (company_id, account_id) references channel_accounts (company_id, id)
      on delete cascade
  )`,
  // What a channel delivered, as it came; a problem is one that could not be read.
  `create table channel_events (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    account_id integer not null,
    external_id text not null check (length(external_id) between 1 and 254),
    received_at timestamptz not null default clock_timestamp(),
    /* null once its days are over */
    body bytea,
    size integer not null,
    state text not null default 'waiting' check (state in ('waiting', 'read', 'problem')),
    attempts smallint not null default 0,
    due_at timestamptz not null default now(),
    leased_until timestamptz,
    /* why it could not be read: a name, and what was thrown */
    problem text,
    problem_text text check (length(problem_text) <= 1000),
    tried_at timestamptz,
    contact_id integer,
    message_id integer,
    unique (company_id, id),
    unique (company_id, account_id, external_id),
    foreign key (company_id, account_id) references channel_accounts (company_id, id),
    foreign key (company_id, contact_id) references contacts (company_id, id)
      on delete set null (contact_id),
    foreign key (company_id, message_id) references contact_messages (company_id, id)
      on delete set null (message_id),
    check ((state = 'problem') = (problem is not null))
  )`,
  `create table reply_templates (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by integer references users,
    updated_by integer references users,
    version integer not null default 1,
    name text not null check (length(name) between 1 and 60),
    language text not null check (language in ('es', 'en')),
    body text not null check (length(body) between 1 and 10000),
    unique (company_id, id)
  )`,
];

const indexes = [
  `create unique index channel_accounts_address on channel_accounts (company_id, kind, lower(address))
    where deleted_at is null and address is not null`,
  "create index channel_accounts_name on channel_accounts (company_id, lower(name), id)",
  "create index channel_secrets_key on channel_secrets (key_name)",
  "create index channel_events_due on channel_events (due_at) where state = 'waiting'",
  `create index channel_events_waiting on channel_events (company_id, account_id, id)
    where state = 'waiting'`,
  `create index channel_events_problems on channel_events (company_id, account_id, id)
    where state = 'problem'`,
  `create index channel_events_contact on channel_events (company_id, contact_id, received_at)
    where contact_id is not null`,
  `create index channel_events_message on channel_events (company_id, message_id)
    where message_id is not null`,
  `create index channel_events_old on channel_events (received_at) where body is not null`,
  `create unique index reply_templates_name on reply_templates (company_id, language, lower(name))`,
];

const guarded = [
  { table: "channel_accounts", worker: "select, update" },
  { table: "channel_secrets", worker: "select, update" },
  { table: "channel_events", worker: "select, update, delete" },
  { table: "reply_templates", worker: "" },
];

const messages = [
  `alter table contact_messages
    drop constraint contact_messages_body_check,
    add constraint contact_messages_body_check check (length(body) <= 100000),
    add column via_id integer,
    add column sender jsonb,
    add column recipient jsonb,
    add foreign key (company_id, via_id) references channel_accounts (company_id, id)`,
  "drop index contact_messages_external",
  // An account's ids are its own: two programs on one channel may use the same.
  `create unique index contact_messages_external on contact_messages (company_id, channel, external_id)
    where external_id is not null and via_id is null`,
  `create unique index contact_messages_via on contact_messages (company_id, via_id, external_id)
    where via_id is not null and external_id is not null`,
  `create index contact_messages_account on contact_messages (company_id, via_id, contact_id)
    where via_id is not null`,
];

const kinds = ["email", "phone", "web_id", "whatsapp_id", "instagram_id", "facebook_id"]
  .concat("phone_id", "referral_id", "other_id", "account_id");

const known = [
  `alter table identities
    drop constraint identities_kind_check,
    add constraint identities_kind_check check (kind in (${
    kinds.map((kind) => `'${kind}'`).join(", ")
  })),
    drop constraint identities_source_check,
    /* channel: the id by which an account knows the person, which no column of the record says */
    add constraint identities_source_check check (source in ('record', 'merge', 'channel'))`,
  `alter table api_keys
    drop constraint api_keys_scope_check,
    add constraint api_keys_scope_check check (scope in ('all', 'send', 'read', 'channel'))`,
];
