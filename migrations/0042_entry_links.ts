import { type Kysely, sql } from "kysely";

/** Links that let a person in for the first time, and what entered by one (docs/decisions/0042). */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table entry_links (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    email text not null check (length(email) <= 254 and email = lower(email)),
    digest bytea not null unique,
    purpose text not null check (purpose in ('invite', 'recover')),
    /* Nobody, where the operator made it. */
    created_by integer,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    withdrawn_at timestamptz,
    unique (company_id, id),
    foreign key (company_id, created_by) references user_companies (company_id, user_id),
    /* A colleague never lets anybody in again who was in before. */
    check (purpose = 'invite' or created_by is null)
  )`,
  `create unique index entry_links_unused on entry_links (company_id, email, purpose)
    where used_at is null`,
  `create index entry_links_of_person on entry_links (company_id, email, id)`,
  `create index entry_links_recovering on entry_links (email)
    where purpose = 'recover' and used_at is null`,
  `create index entry_links_expiry on entry_links (expires_at)`,
  `alter table entry_links enable row level security`,
  `alter table entry_links force row level security`,
  `create policy tenant on entry_links to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  `grant select, insert, delete on entry_links to relevo_tenant`,
  `grant update (withdrawn_at) on entry_links to relevo_tenant`,
  // A link is found before its company is known, and used up by the one who holds it.
  `create policy worker on entry_links to relevo_worker using (true)`,
  `grant select, delete on entry_links to relevo_worker`,
  `grant update (used_at) on entry_links to relevo_worker`,
  // What somebody says of themselves whose mailbox was never proved stays in the company.
  `alter table user_companies
    add column unproved_seen_at timestamptz,
    add column unproved_name text check (length(unproved_name) <= 120),
    add column unproved_language text check (unproved_language in ('es', 'en')),
    add column unproved_theme text check (unproved_theme in ('light', 'dark'))`,
];
