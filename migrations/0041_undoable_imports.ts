import { type Kysely, sql } from "kysely";

/** Files that were imported, and what they made and replaced, so that each can be undone. */
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
  `grant select, delete on ${table} to relevo_worker`,
  `create policy worker on ${table} to relevo_worker using (true)`,
];

const nouns = ["contact", "client", "product"];

const statements = [
  `create table imports (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    created_by integer references users,
    noun text not null check (noun in (${nouns.map((noun) => `'${noun}'`).join(", ")})),
    file_name text,
    made integer not null,
    changed integer not null,
    same integer not null,
    skipped integer not null,
    wrong integer not null,
    undone_at timestamptz,
    undone_by integer references users,
    /* how many records the undo left as they were */
    kept integer not null default 0,
    unique (company_id, id)
  )`,
  `create index imports_newest on imports (company_id, created_at desc, id desc)`,
  `create index imports_old on imports (created_at)`,
  ...guard("imports"),

  `create table import_records (
    company_id integer not null,
    import_id integer not null,
    ${nouns.map((noun) => `${noun}_id integer`).join(",\n")},
    /* the one that the import left */
    version integer not null,
    /* {field: [old, new]}; null: the import made the record */
    changes jsonb,
    check (num_nonnulls(${nouns.map((noun) => `${noun}_id`).join(", ")}) = 1),
    foreign key (company_id, import_id) references imports (company_id, id) on delete cascade,
    ${
    nouns.map((noun) =>
      `foreign key (company_id, ${noun}_id) references ${noun}s (company_id, id) on delete cascade`
    ).join(",\n")
  }
  )`,
  `create index import_records_of on import_records (company_id, import_id)`,
  ...nouns.map((noun) =>
    `create index import_records_${noun} on import_records (company_id, ${noun}_id)
      where ${noun}_id is not null`
  ),
  ...guard("import_records"),
];
