import { type Kysely, sql } from "kysely";

export const change = "widens";

/** The processes that serve, and when each job last ended well: 0076. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table instances (
    /* whom leases are held by */
    id uuid primary key,
    version text not null,
    build text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null default now(),
    stuck jsonb not null default '[]'
  )`,
  `create table job_ends (
    name text primary key,
    ended_at timestamptz not null
  )`,
];
