import { type Kysely, sql } from "kysely";

/** Rows of an import that came in with remarks can be downloaded while it can be undone. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table imports add column remarks integer not null default 0",
  /* {row, header, cells, texts}: the row as the file had it; null without remarks */
  "alter table import_records add column remarks jsonb",
];
