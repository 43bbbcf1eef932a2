import { type Selectable, sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import { places } from "@/lib/crm/contacts/held/hold.ts";
import { findMailThread } from "@/lib/crm/contacts/conversation/mail_in.ts";
import { normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { notifyNewContact } from "@/lib/crm/notices/contacts.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/crm_schema.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { type Actor, insertRecord } from "@/lib/records/records.ts";

export interface Writer {
  contactId: number;
  isNew: boolean;
  contact: Selectable<Contacts>;
}

/** On these a person has one id, whichever account they write to. */
const numbered: readonly string[] = ["whatsapp", "instagram", "facebook", "phone"];

/**
 * Finds and locks the contact that the writer is known as (0027): by the account's id of them, by the
 * channel's, else the only live one of any channel with their address or number. Else makes one.
 */
export async function findWriter(trx: Trx, account: Account, message: Inbound): Promise<Writer> {
  const actor = { companyId: account.company_id, userId: null };
  const { from } = message;
  const lock = `channel:${account.company_id}:${account.id}:${from.id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
  const known = await lockThread(trx, actor, account, message) ??
    await lockKnown(trx, actor, account, message);
  if (known) return { contactId: known.id, isNew: false, contact: known };
  const contact = await openContact(trx, actor, account, message);
  if (mayKnow(message)) await know(trx, actor, account, { contactId: contact.id, id: from.id });
  return { contactId: contact.id, isNew: true, contact };
}

/** An answer belongs to its conversation, whoever sent it, and tells nothing of who that is. */
async function lockThread(trx: Trx, { companyId }: Actor, account: Account, message: Inbound) {
  const id = await findMailThread(trx, account, message);
  if (id === undefined) return undefined;
  return await trx.selectFrom("contacts").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id)
    .where("deleted_at", "is", null).forUpdate().executeTakeFirst();
}

/** Anybody can write a From: it is an identity only where the receiving server vouches for it. */
function mayKnow({ mail }: Inbound): boolean {
  return mail?.facts.isVerified ?? true;
}

/** Asked again when it was merged or trashed before it was locked. */
async function lockKnown(trx: Trx, actor: Actor, account: Account, message: Inbound) {
  for (;;) {
    const byId = await findById(trx, actor, account, message.from.id);
    const id = byId ?? await findByAddress(trx, actor, account, message) ??
      await findHeld(trx, actor, account, message);
    if (id === undefined) return undefined;
    const contact = await trx.selectFrom("contacts").selectAll()
      .where("company_id", "=", actor.companyId).where("id", "=", id)
      .where("deleted_at", "is", null).forUpdate().executeTakeFirst();
    if (!contact) continue;
    if (byId === undefined && mayKnow(message)) {
      await know(trx, actor, account, { contactId: id, id: message.from.id });
    }
    return contact;
  }
}

/** The newest live one wins: a person has many ids, and two may share one. */
async function findById(trx: Trx, { companyId }: Actor, account: Account, id: string) {
  const channelKind = numbered.includes(account.channel) ? `${account.channel}_id` : null;
  const { rows } = await sql<{ id: number }>`
    select c.id from identities i
    join contacts c on c.company_id = i.company_id and c.id = i.contact_id
    where i.company_id = ${companyId} and c.deleted_at is null and ${places.inbox}
      and (i.kind = 'account_id' and i.value = ${accountValue(account, id)}
        or i.kind = ${channelKind}::text and i.value = ${id})
    order by i.kind = 'account_id' desc, i.created_at desc, i.id desc limit 1`.execute(trx);
  return rows[0]?.id;
}

async function findByAddress(trx: Trx, { companyId }: Actor, account: Account, message: Inbound) {
  const { email, phone } = addressesOf(account, message);
  if (email === null && phone === null) return undefined;
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from identities i
    join contacts c on c.company_id = i.company_id and c.id = i.contact_id
    where i.company_id = ${companyId} and c.deleted_at is null and ${places.inbox}
      and (i.kind = 'email' and i.value = ${email} or i.kind = 'phone' and i.value = ${phone})
    limit 2`.execute(trx);
  return rows.length === 1 ? rows[0]!.id : undefined;
}

/** Somebody who was held for the number of their mails: what follows is theirs too. */
async function findHeld(trx: Trx, { companyId }: Actor, account: Account, message: Inbound) {
  if (account.kind !== "email") return undefined;
  const { email } = addressesOf(account, message);
  const { rows } = await sql<{ id: number }>`
    select c.id from identities i
    join contacts c on c.company_id = i.company_id and c.id = i.contact_id
    where i.company_id = ${companyId} and i.kind = 'email' and i.value = ${email}
      and c.deleted_at is null and c.held
      and exists (select from contact_messages m where m.company_id = i.company_id
        and m.contact_id = c.id and m.via_id = ${account.id})
    order by c.id limit 1`.execute(trx);
  return rows[0]?.id;
}

/** On channels of numbers the id itself is one. */
function addressesOf({ channel }: Account, { from }: Inbound) {
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

async function openContact(trx: Trx, actor: Actor, account: Account, message: Inbound) {
  const { from, direction, sentAt, text } = message;
  const { email, phone } = addressesOf(account, message);
  const isOut = direction === "out";
  const contact = await insertRecord(trx, "contacts", actor, {
    channel: account.channel,
    channel_contact_id: await freeId(trx, actor, account, from.id),
    name: from.name,
    email: from.email,
    email_norm: email,
    phone: from.phone ?? phone,
    phone_e164: phone,
    message: [...text].slice(0, longestFirst).join("") || null,
    status: isOut || message.isQuiet ? "read" : "new",
    last_message_at: sentAt,
    last_direction: direction,
    first_response_at: isOut ? sentAt : null,
  });
  await recordActivities(trx, actor, [{
    verb: "created",
    subject: { contact_id: contact.id },
    by: "public",
  }]);
  if (!isOut && !message.isQuiet) await notifyNewContact(trx, actor, contact);
  return contact;
}

const longestFirst = 5_000;

/** Two programs of one channel may give the same id to two people. */
async function freeId(trx: Trx, { companyId }: Actor, account: Account, id: string) {
  const taken = await trx.selectFrom("contacts").select("id")
    .where("company_id", "=", companyId).where("channel", "=", account.channel)
    .where("channel_contact_id", "=", id).where("deleted_at", "is", null).executeTakeFirst();
  return taken ? accountValue(account, id).slice(0, 254) : id;
}

/** Value of an identity of kind `account_id`. */
export function accountValue({ id: accountId }: { id: number }, id: string): string {
  return `${accountId}:${id}`;
}

async function know(
  trx: Trx,
  { companyId }: Actor,
  account: Account,
  { contactId, id }: { contactId: number; id: string },
): Promise<void> {
  await trx.insertInto("identities").values({
    company_id: companyId,
    contact_id: contactId,
    kind: "account_id",
    value: accountValue(account, id),
    source: "channel",
  }).execute();
}
