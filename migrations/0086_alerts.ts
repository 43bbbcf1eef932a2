import { type Kysely, sql } from "kysely";

export const change = "widens";

/** Alerts that are on, or whose end nobody was told of yet: docs/decisions/0078. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table alerts (
    name text not null,
    subject text not null,
    class text not null check (class in ('down', 'act', 'know')),
    /* names and numbers that it is about */
    facts jsonb not null,
    since timestamptz not null,
    began_at timestamptz,
    /* first seen not to hold any more */
    cleared_at timestamptz,
    ended_at timestamptz,
    /* the last mail, and the last notice */
    mailed_at timestamptz,
    noticed_at timestamptz,
    primary key (name, subject)
  )`,
  `create table alert_looks (
    only_row boolean primary key default true check (only_row),
    looked_at timestamptz,
    /* so long one instance alone tells the operator */
    telling_until timestamptz,
    /* instants of the last hour */
    mailed jsonb not null default '[]',
    noticed jsonb not null default '[]',
    /* the most standbys seen, and when they were */
    standbys integer not null default 0,
    standbys_at timestamptz not null default now()
  )`,
  "insert into alert_looks default values",
];
