import { type Kysely, sql } from "kysely";

/** What members said of the columns of files with the same heads. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table import_columns (
    company_id integer not null references companies,
    noun text not null check (noun in ('contact', 'client', 'product')),
    /* SHA-256 of the heads, folded */
    head text not null check (head ~ '^[0-9a-f]{64}$'),
    /* by the columns' places; empty for a column that is left out */
    fields text[] not null check (cardinality(fields) between 1 and 200),
    updated_at timestamptz not null default now(),
    primary key (company_id, noun, head)
  )`,
  "alter table import_columns enable row level security",
  "alter table import_columns force row level security",
  "grant select, insert, update, delete on import_columns to relevo_tenant",
  `create policy tenant on import_columns to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
];
