import { type Kysely, sql } from "kysely";

/** What was erased stays so: docs/decisions/0058. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const { table, tenant, worker } of guarded) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant ${tenant} on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
    await sql.raw(`grant ${worker} on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
}

const guarded = [
  { table: "erased_mail_salts", tenant: "select, insert", worker: "select, delete" },
  { table: "erased_mail", tenant: "select, insert, update", worker: "select, delete" },
  { table: "erasures", tenant: "select, insert", worker: "select" },
];

const statements = [
  // Random, of each company.
  `create table erased_mail_salts (
    company_id integer primary key references companies,
    salt bytea not null check (length(salt) = 32)
  )`,
  // SHA-256 of the salt and a Message-ID, or another id by which erased mail would be known.
  `create table erased_mail (
    company_id integer not null references companies,
    digest bytea not null check (length(digest) = 32),
    erased_at timestamptz not null,
    primary key (company_id, digest)
  )`,
  // Ids and times only; DATA_DIR has a list of the same.
  `create table erasures (
    id uuid primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    /* earlier than created_at where it was done again in a restored database */
    at timestamptz not null,
    contacts integer[] not null,
    clients integer[] not null
  )`,
  "create index erasures_created on erasures (created_at)",
];
