import { type Kysely, sql } from "kysely";

/** What each merge moved and filled, so that it can be undone. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table merges (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    created_by integer references users,
    /* the record that went into the other; its merged_into_id names that one */
    client_id integer,
    contact_id integer,
    moved jsonb not null default '{}',
    filled jsonb not null default '{}',
    unique (company_id, client_id),
    unique (company_id, contact_id),
    foreign key (company_id, client_id) references clients (company_id, id) on delete cascade,
    foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
    check (num_nonnulls(client_id, contact_id) = 1)
  )`,
  "alter table merges enable row level security",
  "alter table merges force row level security",
  "grant select, insert, update, delete on merges to relevo_tenant",
  `create policy tenant on merges to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
];
