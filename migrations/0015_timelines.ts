import { type Kysely, sql } from "kysely";

/** Indexes by which timelines find the events of a contact and of an opportunity. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of indexes) await sql.raw(statement).execute(db);
}

const indexes = ["contact", "opportunity"].map((noun) =>
  `create index events_${noun} on events (company_id, ${noun}_id) where ${noun}_id is not null`
);
