import { type Kysely, sql } from "kysely";

/** What was asked about people's data, what the law keeps blocked, and how long contacts stay. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const guard = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy tenant on ${table} to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
];

const statements = [
  `alter table companies
    add column retention_months smallint check (retention_months between 1 and 120)`,
  `alter table contacts add column erased_at timestamptz`,
  `alter table clients add column erased_at timestamptz`,

  // No names and no words of anybody's: a log of erasures must not keep what was erased.
  `create table privacy_requests (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    /* null: the daily work */
    created_by integer references users,
    kind text not null check (kind in ('export', 'erase', 'retention', 'trash')),
    noun text not null check (noun in ('contact', 'client', 'other')),
    /* without a foreign key: the record may go, that it was asked for stays */
    record_id integer,
    records integer not null,
    reason text check (reason in ('requested', 'consent_withdrawn', 'not_needed', 'other')),
    outcome text not null check (outcome in ('done', 'refused')),
    unique (company_id, id)
  )`,
  `create index privacy_requests_newest on privacy_requests (company_id, created_at desc, id desc)`,
  ...guard("privacy_requests"),
  `grant select, insert on privacy_requests to relevo_tenant`,

  // Tenants may only add: what is blocked is seen by no page, list, search or export.
  `create table blocked_records (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    sale_id integer not null,
    kept_until date not null,
    data jsonb not null,
    foreign key (company_id, sale_id) references sales (company_id, id) on delete cascade
  )`,
  `create index blocked_records_until on blocked_records (kept_until)`,
  `create index blocked_records_sale on blocked_records (company_id, sale_id)`,
  ...guard("blocked_records"),
  `grant insert on blocked_records to relevo_tenant`,
  `grant select, delete on blocked_records to relevo_worker`,
  `create policy worker on blocked_records to relevo_worker using (true)`,

  // Members' notices are found by what they are about.
  `create index notifications_about on notifications (company_id, tag)
    where internal and tag is not null`,
  // Events and tasks of one contact or sale are found already; these were not followed before.
  `create index contacts_merged on contacts (company_id, merged_into_id)
    where merged_into_id is not null`,
  `create index clients_merged on clients (company_id, merged_into_id)
    where merged_into_id is not null`,
];
