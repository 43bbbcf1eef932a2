import { type Selectable, sql } from "kysely";
import { chosenReply } from "@/lib/crm/contacts/conversation/chosen_reply.ts";
import {
  type LastMail,
  type MailReply,
  mailReply,
} from "@/lib/crm/contacts/conversation/mail_reply.ts";
import {
  isOfMeta,
  type MetaPerson,
  metaPerson,
} from "@/lib/crm/contacts/conversation/sending/meta_person.ts";
import { type AfterWindow, windowOf } from "@/lib/channels/meta/out/window.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";
import { isKnown } from "@/lib/crm/contacts/conversation/recipient.ts";
import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import { stillRefused } from "@/lib/channels/email/refused_addresses.ts";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { ChannelAccounts } from "@/lib/db/tables/channels.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export interface Sender {
  id: number;
  name: string;
  kind: AccountKind;
  channel: Channel;
  isPaused: boolean;
  /** Reply settings of a mailbox. */
  mail: MailReply | null;
  /** Of WhatsApp, Instagram and Facebook. */
  meta: MetaReach | null;
}

type Channel = Selectable<ChannelAccounts>["channel"];

/** How an account of Meta reaches somebody. */
export interface MetaReach {
  /** Which of their ids it writes to. */
  to: string;
  username: string | null;
  /** An instant; null where they never wrote. */
  windowUntil: string | null;
  after: AfterWindow;
  isOptedIn: boolean;
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
  kind: AccountKind;
  channel: Channel;
  settings: Record<string, unknown>;
  meta: MetaPerson | null;
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
  const account = { id: sql.ref("s.id"), channel: sql.ref("s.channel"), kind: sql.ref("s.kind") };
  const ofMeta = isOfMeta(sql.ref("a.kind"));
  return sql<Row>`
    with senders as (
      select a.id, a.name, a.kind, a.channel, a.state = 'paused' as "isPaused",
        a.kind = 'email' as "isMail", a.address, a.settings ->> 'signature' as signature,
        case when ${ofMeta} then a.settings else '{}' end as settings
      from channel_accounts a
      where a.company_id = ${companyId} and a.deleted_at is null
        and (a.kind = 'email' or ${ofMeta} or a.settings ->> 'callback_url' is not null)
    ), usual as (
      select m.via_id from contact_messages m
      where m.company_id = ${companyId} and m.contact_id = any (array(${contacts}))
        and m.deleted_at is null and m.via_id in (select id from senders)
      order by m.direction = 'in' desc, m.sent_at desc, m.id desc limit 1
    ), found as (
    select s.*, s.id = (select via_id from usual) is true as "isUsual",
      ${isKnown({ companyId }, { account, contacts, clientId })} as "isReachable",
      case when ${isOfMeta(sql.ref("s.kind"))} then
        ${metaPerson({ companyId }, { account, contacts, clientId })} end as meta,
      case when s."isMail" then coalesce((
        select substr(i.value, length(s.id::text) + 2) from identities i
        where i.company_id = ${companyId} and i.contact_id = any (array(${contacts}))
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
        where m.company_id = ${companyId} and m.contact_id = any (array(${contacts}))
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
export function toSenders(rows: Row[], whose: Whose, now = currentTime()): Senders {
  const own = rows.flatMap(({ address, isMail }) => isMail && address ? [address] : []);
  const usable = rows.filter(({ isMail, isReachable, to, chosen }) =>
    isMail ? (chosen ?? to) !== null : isReachable
  );
  const hasChoice = "contactId" in whose;
  return {
    accounts: usable.map((row) => {
      const { id, name, kind, channel, isPaused, isMail } = row;
      const { signature, to, chosen, last, refused } = row;
      const reply = { signature, to, chosen, last, refused, own, hasChoice };
      return {
        ...{ id, name, kind, channel, isPaused },
        mail: isMail ? mailReply(reply) : null,
        meta: row.meta && toReach(row, row.meta, now),
      };
    }),
    usual: usable.find(({ isUsual }) => isUsual)?.id ?? null,
  };
}

function toReach(account: Pick<Row, "kind" | "settings">, person: MetaPerson, now: Date) {
  const { heard_at, closed_at } = person;
  const { until, after } = windowOf(account, {
    heard_at: heard_at === null ? null : new Date(heard_at),
    closed_at: closed_at === null ? null : new Date(closed_at),
  }, now);
  return {
    to: person.id,
    username: person.username,
    windowUntil: until?.toISOString() ?? null,
    after,
    isOptedIn: person.opted_in_at !== null,
  };
}

/** The account that they wrote to last, else the only one, else the only mailbox (0052). */
export function usualOf({ accounts, usual }: Senders): number | null {
  const mailboxes = accounts.filter(({ mail }) => mail !== null);
  const [only] = accounts.length === 1 ? accounts : mailboxes.length === 1 ? mailboxes : [];
  return usual ?? only?.id ?? null;
}
