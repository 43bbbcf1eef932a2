import { type Kysely, sql } from "kysely";

/** Apps at Meta, whose hooks bring WhatsApp, Instagram and Facebook: docs/decisions/0066. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const { table, worker, using = own } of guarded) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant using (${using}) with check (${own})
    `).execute(db);
    await sql.raw(`grant ${worker} on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
}

const current = "(select nullif(current_setting('app.company_id', true), '')::int)";
const own = `company_id = ${current}`;

const guarded = [
  { table: "meta_apps", worker: "select, update" },
  { table: "meta_app_secrets", worker: "select, update" },
  // The other company reads that it may use the app, and gives it nothing.
  {
    table: "meta_app_shares",
    worker: "select",
    using: `${own} or shared_with = ${current}`,
  },
  { table: "meta_routes", worker: "select", using: `${own} or app_company_id = ${current}` },
  { table: "meta_hooks", worker: "select, insert, update, delete" },
  { table: "meta_problems", worker: "select, insert, update, delete" },
  { table: "meta_problem_events", worker: "select, insert, update, delete" },
];

const object = `('whatsapp_business_account', 'page', 'instagram')`;

const statements = [
  // In the order in which messages are filed, before any other lock: what is under way ends first.
  "lock table contacts, contact_messages, channel_accounts, channel_events, outbox, files",
  `create table meta_apps (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by integer references users,
    updated_by integer references users,
    version integer not null default 1,
    deleted_at timestamptz,
    name text not null check (length(name) between 1 and 60),
    /* Meta's id of the app */
    app_id text not null check (app_id ~ '^[0-9]{1,30}$'),
    /* the last part of the address that Meta calls: 32 random bytes */
    hook text not null check (length(hook) = 43),
    verify_token text not null check (length(verify_token) between 1 and 200),
    /* by object: when its handshake and its last hook were */
    objects jsonb not null default '{}',
    /* by hour of the epoch: calls whose signature did not fit */
    refused jsonb not null default '{}',
    refused_at timestamptz,
    unique (company_id, id)
  )`,
  `create unique index meta_apps_app on meta_apps (company_id, app_id) where deleted_at is null`,
  `create unique index meta_apps_hook on meta_apps (hook)`,
  `create table meta_app_secrets (
    company_id integer not null references companies,
    app_id integer not null,
    field text not null check (field in ('app_secret', 'instagram_app_secret')),
    key_name text not null,
    sealed bytea not null,
    primary key (company_id, app_id, field),
    foreign key (company_id, app_id) references meta_apps (company_id, id) on delete cascade
  )`,
  "create index meta_app_secrets_key on meta_app_secrets (key_name)",
  // A further company that may put accounts beneath the app.
  `create table meta_app_shares (
    company_id integer not null references companies,
    app_id integer not null,
    shared_with integer not null references companies,
    /* as the other company sees it, which reads nothing else of the app */
    name text not null,
    primary key (company_id, app_id, shared_with),
    foreign key (company_id, app_id) references meta_apps (company_id, id) on delete cascade,
    check (shared_with <> company_id)
  )`,
  "create index meta_app_shares_with on meta_app_shares (shared_with)",
  // The ids by which hooks of an app name an account.
  `create table meta_routes (
    company_id integer not null references companies,
    account_id integer not null,
    app_company_id integer not null,
    app_id integer not null,
    object text not null check (object in ${object}),
    external_id text not null check (length(external_id) between 1 and 100),
    /* the business account of a number: its news go to each of its numbers */
    is_business boolean not null default false,
    primary key (company_id, account_id, external_id),
    foreign key (company_id, account_id) references channel_accounts (company_id, id)
      on delete cascade,
    foreign key (app_company_id, app_id) references meta_apps (company_id, id) on delete cascade
  )`,
  `create unique index meta_routes_own
    on meta_routes (app_company_id, app_id, object, external_id) where not is_business`,
  `create index meta_routes_business
    on meta_routes (app_company_id, app_id, external_id) where is_business`,
  // A hook as it came, until it is split into events.
  `create table meta_hooks (
    id integer generated always as identity primary key,
    company_id integer not null,
    app_id integer not null,
    received_at timestamptz not null default clock_timestamp(),
    digest bytea not null check (length(digest) = 32),
    /* null once it is split: the digest tells a repeat */
    body bytea,
    attempts smallint not null default 0,
    due_at timestamptz not null default now(),
    leased_until timestamptz,
    unique (company_id, app_id, digest),
    foreign key (company_id, app_id) references meta_apps (company_id, id) on delete cascade
  )`,
  "create index meta_hooks_due on meta_hooks (company_id, due_at, id) where body is not null",
  "create index meta_hooks_old on meta_hooks (received_at)",
  // Hooks for an id that no account has, by day, and bodies that are no hook.
  `create table meta_problems (
    id integer generated always as identity primary key,
    company_id integer not null,
    app_id integer not null,
    kind text not null check (kind in ('unknown_account', 'no_hook', 'unreadable')),
    object text check (object in ${object}),
    external_id text check (length(external_id) <= 100),
    day date not null default current_date,
    first_at timestamptz not null default now(),
    last_at timestamptz not null default now(),
    count integer not null default 1,
    unique (company_id, id),
    foreign key (company_id, app_id) references meta_apps (company_id, id) on delete cascade
  )`,
  `create unique index meta_problems_day
    on meta_problems (company_id, app_id, object, external_id, day)
    where kind = 'unknown_account'`,
  "create index meta_problems_last on meta_problems (company_id, app_id, last_at desc, id)",
  "create index meta_problems_old on meta_problems (last_at)",
  `create table meta_problem_events (
    company_id integer not null,
    problem_id integer not null,
    key text not null check (length(key) between 1 and 254),
    received_at timestamptz not null default now(),
    body bytea not null,
    primary key (company_id, problem_id, key),
    foreign key (company_id, problem_id) references meta_problems (company_id, id)
      on delete cascade
  )`,
  "create index meta_problem_events_old on meta_problem_events (received_at)",
];
