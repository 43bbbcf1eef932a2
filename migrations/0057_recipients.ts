import { type Kysely, sql } from "kysely";

/** Who of a mail's recipients has got it: docs/decisions/0047. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table outbox
    /* [{address, state, error, at}], from the first attempt on */
    add column recipients jsonb check (jsonb_typeof(recipients) = 'array'),
    drop constraint outbox_state_check,
    add constraint outbox_state_check check (state in ('queued', 'sending', 'sent', 'partly',
      'delivered', 'read', 'failed', 'uncertain', 'cancelled'))`,
];
