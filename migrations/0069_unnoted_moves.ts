import { type Kysely, sql } from "kysely";

/** What follows from a delivery's new state is noted even if the process that stored it ends. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  /* until then the process that stored the state notes it; null once it is noted */
  `alter table outbox add column note_due_at timestamptz`,
  `create index outbox_note_due on outbox (note_due_at) where note_due_at is not null`,
];
