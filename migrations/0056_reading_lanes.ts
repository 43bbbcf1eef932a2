import { type Kysely, sql } from "kysely";

/** The order in which a company's mail is read: docs/decisions/0061. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table channel_events
    /* 0: of people who are known, and of programs; 1: of others; 2: read once, and killed */
    add column lane smallint not null default 0 check (lane between 0 and 2)`,
  "drop index channel_events_waiting",
  `create index channel_events_waiting on channel_events (company_id, lane, account_id, id)
    where state = 'waiting'`,
];
