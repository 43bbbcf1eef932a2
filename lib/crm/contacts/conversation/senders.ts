import { sql } from "kysely";
import { chosenReply } from "@/lib/crm/contacts/conversation/chosen_reply.ts";
import {
  type LastMail,
  type MailReply,
  mailReply,
} from "@/lib/crm/contacts/conversation/mail_reply.ts";
import { isKnown } from "@/lib/crm/contacts/conversation/recipient.ts";
import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import { stillRefused } from "@/lib/channels/email/refused_addresses.ts";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

export interface Sender {
  id: number;
  name: string;
  isPaused: boolean;
  /** Reply settings of a mailbox. */
  mail: MailReply | null;
}

export interface Senders {
  accounts: Sender[];
  /** The account that the person wrote to last, else the one that was last answered by. */
  usual: number | null;
}

type Whose = { contactId: number } | { clientId: number };

/**
 * Accounts that can reach somebody: mailboxes where there is an address, programs that have an id of
 * them or that they wrote to, and those of numbered channels where there is a number. One statement.
 */
export async function readSenders(db: Db, tenant: Tenant, whose: Whose): Promise<Senders> {
  const { rows } = await sendersOf(tenant, whose).execute(db);
  return toSenders(rows, whose);
}

interface Row {
  id: number;
  name: string;
  isPaused: boolean;
  isMail: boolean;
  address: string | null;
  signature: string | null;
  /** Address of the person. */
  to: string | null;
  chosen: string | null;
  last: LastMail | null;
  refused: RefusedNote[];
  isUsual: boolean;
  isReachable: boolean;
}

export function sendersOf({ companyId }: Tenant, whose: Whose) {
  const isContact = "contactId" in whose;
  const clientId = isContact ? undefined : whose.clientId;
  const id = isContact ? whose.contactId : whose.clientId;
  const contacts = isContact
    ? sql`select ${id}::int`
    : sql`select id from contacts where company_id = ${companyId} and converted_client_id = ${id}
        and deleted_at is null`;
  const account = { id: sql.ref("s.id"), channel: sql.ref("s.channel") };
  return sql<Row>`
    with senders as (
      select a.id, a.name, a.channel, a.state = 'paused' as "isPaused", a.kind = 'email' as "isMail",
        a.address, a.settings ->> 'signature' as signature
      from channel_accounts a
      where a.company_id = ${companyId} and a.deleted_at is null
        and (a.kind = 'email' or a.settings ->> 'callback_url' is not null)
    ), usual as (
      select m.via_id from contact_messages m
      where m.company_id = ${companyId} and m.contact_id in (${contacts})
        and m.deleted_at is null and m.via_id in (select id from senders)
      order by m.direction = 'in' desc, m.sent_at desc, m.id desc limit 1
    ), found as (
    select s.*, s.id = (select via_id from usual) is true as "isUsual",
      ${isKnown({ companyId }, { account, contacts, clientId })} as "isReachable",
      case when s."isMail" then coalesce((
        select substr(i.value, length(s.id::text) + 2) from identities i
        where i.company_id = ${companyId} and i.contact_id in (${contacts})
          and i.kind = 'account_id' and starts_with(i.value, s.id || ':')
        order by i.created_at desc, i.id desc limit 1
      ), (
        select coalesce(email_norm, email) from ${sql.table(isContact ? "contacts" : "clients")}
        where company_id = ${companyId} and id = ${id}
      )) end as "to",
      case when s."isMail" and ${isContact} then (
        ${chosenReply({ companyId }, { contacts, account: sql.ref("s.id") })}) end as chosen,
      case when s."isMail" then (
        select jsonb_build_object('direction', m.direction, 'subject', m.subject,
          'sender', m.sender, 'mail', m.mail)
        from contact_messages m
        where m.company_id = ${companyId} and m.contact_id in (${contacts})
          and m.deleted_at is null and m.via_id = s.id and m.direction <> 'note'
        order by m.sent_at desc, m.id desc limit 1
      ) end as last
    from senders s)
    select f.*, (
      select coalesce(json_agg(json_build_object('id', r.id, 'address', r.address, 'at', r.at,
        'reason', r.reason) order by r.address), '[]')
      from refused_addresses r where r.company_id = ${companyId} and ${stillRefused}
        and r.address in (
          select lower(f."to") union all select f.chosen
          union all select lower(f.last #>> '{sender,email}')
          union all select lower(found #>> '{}')
            from jsonb_path_query(f.last, 'lax $.mail.**.address') found)
    ) as refused
    from found f order by ${alphabetical(sql.ref("f.name"))}, f.id`;
}

/** A client is written to at its own address: another can be chosen in a thread only. */
export function toSenders(rows: Row[], whose: Whose): Senders {
  const own = rows.flatMap(({ address, isMail }) => isMail && address ? [address] : []);
  const usable = rows.filter(({ isMail, isReachable, to, chosen }) =>
    isMail ? (chosen ?? to) !== null : isReachable
  );
  return {
    accounts: usable.map(({ id, name, isPaused, isMail, address: _, isReachable: _r, ...row }) => ({
      id,
      name,
      isPaused,
      mail: isMail
        ? mailReply({
          ...row,
          own,
          hasChoice: "contactId" in whose,
        })
        : null,
    })),
    usual: usable.find(({ isUsual }) => isUsual)?.id ?? null,
  };
}
