import { type Insertable, type Selectable, sql } from "kysely";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import {
  accountValue,
  addressesOf,
  type Writer,
} from "@/lib/crm/contacts/conversation/find_writers.ts";
import { firstText } from "@/lib/crm/contacts/conversation/meta/first_text.ts";
import { learnPeople } from "@/lib/crm/contacts/conversation/meta/learn_people.ts";
import { fallbackName } from "@/lib/values/shown_id.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { shownAddress } from "@/lib/records/shown_address.ts";
import { type Actor, insertRecords } from "@/lib/records/records.ts";

type Contact = Selectable<Contacts>;

/** Creates a contact for each sender who was not known. @returns them in order */
export async function openContacts(
  trx: Trx,
  actor: Actor,
  arrivals: readonly Arrival[],
): Promise<Writer[]> {
  if (arrivals.length === 0) return [];
  const ids = await freeIds(trx, actor, arrivals);
  const rows = arrivals.map((arrival, at) => newContact(arrival, ids[at]!));
  const contacts = await insertRecords(trx, "contacts", actor, rows);
  await recordActivities(
    trx,
    actor,
    contacts.map(({ id }) => ({
      verb: "created",
      subject: { contact_id: id },
      by: "public" as const,
    })),
  );
  const byName = new Map(contacts.map((contact) => [nameOf(contact), contact]));
  return rows.map((row) => {
    const contact = byName.get(nameOf(row))!;
    return { contactId: contact.id, contact, isNewId: true };
  });
}

type NewContact =
  & Omit<Insertable<Contacts>, "company_id">
  & Pick<Contact, "channel" | "channel_contact_id">;

function newContact({ account, message }: Arrival, channel_contact_id: string): NewContact {
  const { from, direction, sentAt, text, isQuiet } = message;
  const { email, phone } = addressesOf(account, message);
  const isOut = direction === "out";
  return {
    channel: account.channel,
    channel_contact_id,
    name: from.name ?? (message.meta && !phone ? fallbackName(account.kind, from.id) : null),
    username: from.username ?? null,
    email: from.email && shownAddress(from.email),
    email_norm: email,
    phone: from.phone ?? phone,
    phone_e164: phone,
    message: firstText(text),
    status: isOut || isQuiet ? "read" : "new",
    last_message_at: sentAt,
    last_direction: direction,
    first_response_at: isOut ? sentAt : null,
  };
}

/** Drops ids in use: two programs of one channel may give the same id to two people. */
async function freeIds(trx: Trx, { companyId }: Tenant, arrivals: readonly Arrival[]) {
  const keys = arrivals.map(({ account: { channel }, message }) => {
    return { channel, id: message.from.id };
  });
  const { rows } = await sql<Pick<Contact, "channel" | "channel_contact_id">>`
    select c.channel, c.channel_contact_id from ${keyRows(keys, { channel: "text", id: "text" })} k
    cross join ${
    lookUp(sql`select channel, channel_contact_id from contacts
      where company_id = ${companyId} and channel = k.channel and channel_contact_id = k.id
        and (channel, channel_contact_id) >= (k.channel, k.id)
        and (channel, channel_contact_id) <= (k.channel, k.id) and deleted_at is null`)
  } c`.execute(trx);
  const ids = new Set(rows.map(nameOf));
  return arrivals.map(({ account, message: { from } }) => {
    const name = nameOf({ channel: account.channel, channel_contact_id: from.id });
    if (ids.has(name)) return accountValue(account, from.id).slice(0, 254);
    ids.add(name);
    return from.id;
  });
}

/** Unique key of a contact within its company. */
function nameOf({ channel, channel_contact_id }: Pick<Contact, "channel" | "channel_contact_id">) {
  return `${channel}:${channel_contact_id}`;
}

/**
 * Stores writers' new ids as identities, also a further one of somebody known; a From only where the
 * receiving server vouches for it.
 */
export async function learnIds(
  trx: Trx,
  { companyId }: Tenant,
  arrivals: readonly (Arrival & { writer: Writer })[],
): Promise<void> {
  const people = arrivals.flatMap(({ account, message: { meta }, writer: { contactId } }) =>
    meta ? [{ account, contactId, ids: meta.person.ids }] : []
  );
  await learnPeople(trx, { companyId }, people);
  const newIds = arrivals.filter(({ message, writer }) =>
    writer.isNewId && !message.meta && (message.mail?.facts.isVerified ?? true)
  );
  if (newIds.length === 0) return;
  await trx.insertInto("identities").values(newIds.map(({ account, message, writer }) => ({
    company_id: companyId,
    contact_id: writer.contactId,
    kind: "account_id" as const,
    value: accountValue(account, message.from.id),
    source: "channel" as const,
  }))).execute();
}
