import { type Kysely, sql } from "kysely";

export const change = "widens";

/** The sizes of tables and of the largest companies, as they were last measured: 0086. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table growth (
    only_row boolean primary key default true check (only_row),
    read_at timestamptz,
    /* MAX_RECORDS_PER_COMPANY of who measured */
    most_records integer not null default 0,
    tables jsonb not null default '[]',
    companies jsonb not null default '[]'
  )`,
  "insert into growth default values",
  // It removes old ones, and not only those of channels.
  "create policy worker_of_all on activities to relevo_worker using (true)",
];
