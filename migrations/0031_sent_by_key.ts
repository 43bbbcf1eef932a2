import { type Kysely, sql } from "kysely";

/** What a key sent, and the answers to it, in the order of their transactions. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of changes) await sql.raw(statement).execute(db);
}

/** Forced row-level security would hide every row from the tables' owner. */
const changes = [
  `alter table notifications
    add column txid bigint not null default relevo_txid(),
    add column seq bigint generated always as identity`,
  `create index notifications_sent on notifications (company_id, key_id, txid, seq)
    where key_id is not null`,
  `alter table responses
    add column key_id integer,
    add foreign key (company_id, key_id) references api_keys (company_id, id)`,
  `alter table notifications no force row level security`,
  `alter table responses no force row level security`,
  `update responses r set key_id = n.key_id from notifications n
    where n.company_id = r.company_id and n.id = r.notification_id and n.key_id is not null`,
  `alter table responses force row level security`,
  `alter table notifications force row level security`,
  `create index responses_by_key on responses (company_id, key_id, txid, seq)
    where key_id is not null`,
];
