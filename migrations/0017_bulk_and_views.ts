import { type Kysely, sql } from "kysely";

/** What a bulk change replaced, so that it can be undone; and lists as people have saved them. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const guard = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `grant select, insert, update, delete on ${table} to relevo_tenant`,
  `create policy tenant on ${table} to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
];

const statements = [
  `create table bulk_changes (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    created_by integer not null references users,
    noun text not null check (noun in
      ('contact', 'client', 'opportunity', 'quote', 'task', 'event', 'product')),
    /* [{id, version, was}]: the version that it left, and the values before */
    records jsonb not null,
    undone_at timestamptz,
    unique (company_id, id)
  )`,
  "create index bulk_changes_old on bulk_changes (created_at)",
  ...guard("bulk_changes"),
  "grant select, delete on bulk_changes to relevo_worker",
  "create policy worker on bulk_changes to relevo_worker using (true)",

  `create table saved_views (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by integer references users,
    updated_by integer references users,
    version integer not null default 1,
    list text not null check (list in
      ('contacts', 'clients', 'opportunities', 'quotes', 'sales', 'tasks', 'products')),
    name text not null,
    /* null: everybody's */
    owner_id integer references users,
    filters jsonb not null default '{}',
    sort text,
    columns text[],
    unique (company_id, id)
  )`,
  `create unique index saved_views_name_key
    on saved_views (company_id, list, coalesce(owner_id, 0), lower(name))`,
  ...guard("saved_views"),
];
