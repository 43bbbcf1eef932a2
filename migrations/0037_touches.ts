import { type Kysely, sql } from "kysely";

/** A note may be that of a call, and a task may belong to a contact that is no client yet. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table notes add column call boolean not null default false",
  `alter table tasks add column contact_id integer,
    add foreign key (company_id, contact_id) references contacts (company_id, id)`,
  "create index tasks_contact on tasks (company_id, contact_id) where contact_id is not null",
];
