import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import { numberedChannels } from "@/lib/channels/kinds.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import { places } from "@/lib/crm/contacts/held/hold.ts";
import { findMailThread } from "@/lib/crm/contacts/conversation/mail_in.ts";
import { normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** The contact who wrote. */
export interface Writer {
  contactId: number;
  contact: Selectable<Contacts>;
  /** The account learns their id now: they are new, or were found by an address. */
  isNewId: boolean;
}

/** Kind and value of each identity that finds who wrote, and of the one that the account has. */
export function namesOf(account: Account, message: Inbound): string[] {
  const { email, phone } = addressesOf(account, message);
  const kind = channelKind(account);
  return [
    ...idsOf(message).flatMap((id) => [
      `account_id:${accountValue(account, id)}`,
      ...(kind ? [`${kind}:${id}`] : []),
    ]),
    ...(email ? [`email:${email}`] : []),
    ...(phone ? [`phone:${phone}`] : []),
  ];
}

/**
 * Finds and locks the contacts that writers are known as (0027): by the thread of a mail, by the
 * account's id of them, by the channel's, else the only live one of any channel with their address
 * or number. In order. Asked again when one was merged or trashed before it was locked.
 */
export async function findWriters(
  trx: Trx,
  tenant: Tenant,
  arrivals: readonly Arrival[],
): Promise<(Writer | undefined)[]> {
  await lockNames(trx, tenant, arrivals);
  for (;;) {
    const writers = await findKnown(trx, tenant, arrivals);
    const contacts = await lockContacts(trx, tenant, writers.flatMap((one) => one?.id ?? []));
    if (writers.some((one) => one && !contacts.has(one.id))) continue;
    return writers.map((one) =>
      one && { contactId: one.id, contact: contacts.get(one.id)!, isNewId: one.isNewId }
    );
  }
}

/** Locks the names, so that messages of the same people wait. In one order, against deadlocks. */
async function lockNames(
  trx: Trx,
  { companyId }: Tenant,
  arrivals: readonly Arrival[],
): Promise<void> {
  const names = arrivals.flatMap(({ account, message }) => namesOf(account, message))
    .map((name) => `channel:${companyId}:${name}`);
  await sql`
    select pg_advisory_xact_lock(name)
    from (select distinct hashtextextended(n, 0) as name from unnest(${names}::text[]) n
          order by 1) in_order`.execute(trx);
}

async function lockContacts(trx: Trx, { companyId }: Tenant, ids: number[]) {
  if (ids.length === 0) return new Map<number, Selectable<Contacts>>();
  const { rows } = await sql<Selectable<Contacts>>`
    select c.* from ${idRows(ids, "int")} k cross join ${
    lookUp(sql`select * from contacts
      where company_id = ${companyId} and id = k.id for update`)
  } c
    where c.deleted_at is null order by c.id`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

type KnownWriter = Pick<Writer, "isNewId"> & { id: number };

/** The newest live one wins: a person has many ids, and two may share one. */
async function findKnown(
  trx: Trx,
  { companyId }: Tenant,
  arrivals: readonly Arrival[],
): Promise<(KnownWriter | undefined)[]> {
  const lookups = [];
  for (const { account, message } of arrivals) {
    const { email, phone } = addressesOf(account, message);
    lookups.push({
      index: lookups.length,
      // An answer belongs to its conversation, whoever sent it, and tells nothing of who that is.
      thread: await findMailThread(trx, account, message),
      accountValues: idsOf(message).map((id) => accountValue(account, id)),
      channelKind: channelKind(account),
      channelIds: idsOf(message),
      email,
      phone,
      mailbox: account.kind === "email" ? account.id : null,
      meta: message.meta ? account.id : null,
    });
  }
  const { rows } = await sql<KnownWriter & { index: number }>`
    /* plan once: find_writers */
    select a.index, coalesce(a.thread, by_id.id, by_address.id, by_mail.id) as id,
      a.thread is null and by_id.id is null as "isNewId"
    from json_to_recordset(${JSON.stringify(lookups)}::json) as a(index int, thread int,
      "accountValues" text[], "channelKind" text, "channelIds" text[], email text, phone text,
      mailbox int, meta int)
    left join lateral (
      select c.id from (
        select i.* from unnest(a."accountValues") v (value) cross join ${
    identityOf(companyId, sql`'account_id'`, sql`v.value`)
  } i
        union all
        select i.* from unnest(a."channelIds") v (value) cross join ${
    identityOf(companyId, sql`a."channelKind"`, sql`v.value`)
  } i
      ) i cross join ${contactOf(companyId)} c
      where a.thread is null and c.deleted_at is null
        and (${places.inbox} or c.held and a.meta is not null and i.kind = 'account_id')
      order by case when cardinality(a."channelIds") > 1 then (
          -- two whom an event tells to be one: the account heard from that one last
          select sent_at from contact_messages m
          where m.company_id = i.company_id and m.contact_id = c.id and m.via_id = a.meta
            and m.direction = 'in'
          order by m.sent_at desc limit 1) end desc nulls last,
        a.meta is not null and i.value ~ '(^|:)[0-9]+$' desc,
        i.kind = 'account_id' desc, i.created_at desc, i.id desc limit 1
    ) by_id on true
    left join lateral (
      select min(id) as id from (
        select distinct c.id from (values ('email', a.email), ('phone', a.phone)) v (kind, value)
        cross join ${identityOf(companyId, sql`v.kind`, sql`v.value`)} i
        cross join ${contactOf(companyId)} c
        where a.thread is null and by_id.id is null and c.deleted_at is null and ${places.inbox}
        limit 2) theirs
      having count(*) = 1
    ) by_address on true
    -- somebody who was held for the number of their mails: what follows is theirs too
    left join lateral (
      select c.id from ${identityOf(companyId, sql`'email'`, sql`a.email`)} i
      cross join ${contactOf(companyId)} c
      where a.thread is null and by_id.id is null and by_address.id is null
        and c.deleted_at is null and c.held
        and exists (select from contact_messages m where m.company_id = i.company_id
          and m.contact_id = c.id and m.via_id = a.mailbox)
      order by c.id limit 1
    ) by_mail on true
    where coalesce(a.thread, by_id.id, by_address.id, by_mail.id) is not null`.execute(trx);
  const byIndex = new Map(rows.map(({ index, ...one }) => [index, one]));
  return arrivals.map((_, index) => byIndex.get(index));
}

/** Looked up by its key alone, whatever else the company has. */
function identityOf(
  companyId: number,
  kind: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return lookUp(sql`select * from identities
    where company_id = ${companyId} and kind = ${kind} and value = ${value}`);
}

function contactOf(companyId: number): RawBuilder<unknown> {
  return lookUp(sql`select * from contacts where company_id = ${companyId} and id = i.contact_id`);
}

/** Ids of the writer, who may have several of one account. */
export function idsOf({ from, meta }: Inbound): readonly string[] {
  return meta?.person.ids ?? [from.id];
}

/** Addresses of the writer; on channels of numbers the id itself is one. */
export function addressesOf({ channel }: Account, { from }: Inbound) {
  const isNumber = channel === "phone" || channel === "whatsapp";
  return {
    email: normaliseEmail(from.email),
    phone: normalisePhone(from.phone ?? (isNumber ? withPlus(from.id) : null)),
  };
}

/** WhatsApp's ids are numbers of all countries without their plus. */
function withPlus(id: string): string {
  return /^\d{10,15}$/.test(id) && !/^[6789]\d{8}$/.test(id) ? `+${id}` : id;
}

/** Pages and their like number people each for themselves: such an id is the account's alone. */
function channelKind({ channel }: Account): string | null {
  return numberedChannels.includes(channel) ? `${channel}_id` : null;
}

/** Value of an identity of kind `account_id`. */
export function accountValue({ id: accountId }: { id: number }, id: string): string {
  return `${accountId}:${id}`;
}
