import { type Kysely, sql } from "kysely";

/** The processes that share the database, so that leases of dead ones end: docs/decisions/0062. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table processes (
    /* whom leases are held by */
    id uuid primary key,
    /* its data folder, which one process at a time has */
    instance uuid not null,
    seen_at timestamptz not null default now()
  )`,
];
