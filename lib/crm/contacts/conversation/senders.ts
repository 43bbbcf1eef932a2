import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

export interface Sender {
  id: number;
  name: string;
  isPaused: boolean;
}

export interface Senders {
  accounts: Sender[];
  /** The account that the person wrote to last, else the one that was last answered by. */
  usual: number | null;
}

type Whose = { contactId: number } | { clientId: number };

const none: Senders = { accounts: [], usual: null };

/**
 * Accounts that can send to somebody with an address, a number, or an id in one of them. Without
 * either there is none. One statement.
 */
export async function readSenders(db: Db, tenant: Tenant, whose: Whose): Promise<Senders> {
  const { rows } = await sendersOf(tenant, whose).execute(db);
  return toSenders(rows);
}

type Row = Sender & { isUsual: boolean; isReachable: boolean };

export function sendersOf({ companyId }: Tenant, whose: Whose) {
  const isContact = "contactId" in whose;
  const id = isContact ? whose.contactId : whose.clientId;
  const column = sql.ref(isContact ? "contact_id" : "client_id");
  const contacts = isContact
    ? sql`select ${id}::int`
    : sql`select id from contacts where company_id = ${companyId} and converted_client_id = ${id}`;
  return sql<Row>`
    with senders as (
      select a.id, a.name, a.state = 'paused' as "isPaused" from channel_accounts a
      where a.company_id = ${companyId} and a.deleted_at is null
        and a.settings ->> 'callback_url' is not null
    ), usual as (
      select m.via_id from contact_messages m
      where m.company_id = ${companyId} and m.contact_id in (${contacts})
        and m.deleted_at is null and m.via_id in (select id from senders)
      order by m.direction = 'in' desc, m.sent_at desc, m.id desc limit 1
    )
    select s.*, s.id = (select via_id from usual) is true as "isUsual",
      exists (select from identities i where i.company_id = ${companyId}
        and (i.${column} = ${id} or i.contact_id in (${contacts}))) as "isReachable"
    from senders s order by lower(s.name), s.id`;
}

export function toSenders(rows: Row[]): Senders {
  if (!rows[0]?.isReachable) return none;
  return {
    accounts: rows.map(({ id, name, isPaused }) => ({ id, name, isPaused })),
    usual: rows.find(({ isUsual }) => isUsual)?.id ?? null,
  };
}
