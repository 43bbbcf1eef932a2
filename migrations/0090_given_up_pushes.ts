import { type Kysely, sql } from "kysely";

export const change = "widens";

/** Pushes whose attempts ended without success, for a day: what status and alerts count. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table given_up_pushes (
    id uuid primary key default gen_random_uuid(),
    at timestamptz not null default now(),
    /* that ended together */
    n integer not null check (n > 0)
  )`,
  "create index given_up_pushes_at on given_up_pushes (at)",
  "grant select, insert, delete on given_up_pushes to relevo_worker",
];
