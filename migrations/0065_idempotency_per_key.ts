import { type Kysely, sql } from "kysely";

/** An idempotency key is its API key's own; those of members are the company's. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `drop index notifications_idempotency`,
  `create unique index notifications_idempotency
    on notifications (company_id, idempotency_key, coalesce(key_id, 0))
    where idempotency_key is not null`,
];
