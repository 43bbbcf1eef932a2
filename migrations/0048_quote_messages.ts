import { type Kysely, sql } from "kysely";

/** Messages about a quotation, and the link that one took along: docs/decisions/0048. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table contact_messages
    add column quote_id integer,
    add foreign key (company_id, quote_id) references quotes (company_id, id)
      on delete set null (quote_id)`,
  `create index contact_messages_quote on contact_messages (company_id, quote_id, id)
    where quote_id is not null`,
  `alter table quote_shares
    /* the message that carries it; null where a member made it by hand */
    add column message_id integer,
    add foreign key (company_id, message_id) references contact_messages (company_id, id)
      on delete set null (message_id)`,
  `create index quote_shares_message on quote_shares (company_id, message_id)
    where message_id is not null`,
];
