import { type Kysely, sql } from "kysely";

export const change = "widens";

/** Which process does a job for all of them: docs/decisions/0081. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table job_leases (
    name text primary key check (length(name) <= 100),
    holder uuid not null,
    until timestamptz not null
  )`,
];
