import { type Kysely, sql } from "kysely";

export const change = "widens";

/** Which process does a job for all of them, and which reads a mailbox: docs/decisions/0081. */
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
  `alter table channel_accounts
    add column reader uuid,
    add column reader_until timestamptz`,
  // A sweep of mailboxes counts them.
  "grant select on processes to relevo_worker",
];
