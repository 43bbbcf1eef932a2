import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { spamScores } from "@/lib/crm/contacts/contact.ts";
import type { ContactForm } from "@/lib/crm/contacts/contact_form.ts";
import type { FormMeta } from "@/lib/crm/contacts/message.ts";
import { continueThreads } from "@/lib/crm/contacts/conversation/continue_threads.ts";
import { normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { formPost, noteFormPost } from "@/lib/crm/contacts/held/form_posts.ts";
import { isHeldBack, type Place, places, tellOfLimitOnce } from "@/lib/crm/contacts/held/hold.ts";
import { notifyNewContact, wroteAgain } from "@/lib/crm/notices/contacts.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { notifyAll } from "@/lib/crm/notices/notifying.ts";
import { type Actor, insertRecord } from "@/lib/records/records.ts";
import { currentTime } from "@/lib/tools/clock.ts";

interface Received {
  contactId: number;
  isNew: boolean;
  /** Reason for filing the post as spam or held; null for the inbox. */
  trap: FormMeta["trap"];
}

/** The sender's data as typed and as compared. */
interface Sender {
  name: string | null;
  email: string | null;
  email_norm: string | null;
  phone: string | null;
  phone_e164: string | null;
  organization: string | null;
  subject: string | null;
  language: "es" | "en" | null;
  source_url: string | null;
  referrer: string | null;
  utm: string | null;
  consent_at: Date | null;
  consent_text_version: string | null;
  consent_text_hash: string | null;
  consent_source: string | null;
  /** Identifies a person on the web channel. */
  key: string;
}

/**
 * Files a form post as the site's company. A known sender continues their thread; the post's sender
 * data does not change the contact. Trapped posts are filed as spam and touch no other contact.
 * Over the daily limit posts are held, except from a known address, and except the first of a
 * network in 24 hours whose text nobody sent within the hour.
 */
export async function receiveContact(
  trx: Trx,
  form: ContactForm,
  { sourceUrl, network, perDay }: {
    sourceUrl: string | null;
    /** Network of the sender's address, as wide as one flooder's: `192.0.2.0/24`. */
    network: string;
    perDay: number;
  },
): Promise<Received> {
  const actor = { companyId: form.companyId, userId: null };
  const sender = await senderOf(trx, form, sourceUrl);
  // Lock per sender: a double click must not make two contacts.
  const lock = `contact-form:${form.companyId}:${sender.key}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
  const post = formPost(actor, network, form.message);
  const isHeld = !form.trap && await isHeldBack(trx, actor, { sender, post, perDay });
  if (perDay > 0) await noteFormPost(trx, actor, post);
  if (isHeld) await tellOfLimitOnce(trx, actor, perDay);
  const place = form.trap ? "spam" : isHeld ? "held" : "inbox";
  const trap = form.trap ?? (isHeld ? "daily_limit" as const : null);
  const match = await findSender(trx, actor, sender, place);
  const contactId = match
    ? await joinThread(trx, actor, match, form.message)
    : await openThread(trx, actor, sender, form.message, place);
  const { consent_text_hash } = sender;
  const meta = { ...formMetaOf(form, sourceUrl), consent_text_hash, trap };
  await addFormMessage(trx, actor, contactId, form, meta);
  if (place === "inbox") await planAnswers(trx, actor, [contactId]);
  return { contactId, isNew: !match, trap };
}

async function senderOf(
  trx: Trx,
  form: ContactForm,
  sourceUrl: string | null,
): Promise<Sender> {
  const { name, email, phone, organization, subject, language, referrer, utm } = form;
  const email_norm = normaliseEmail(email);
  const phone_e164 = normalisePhone(phone);
  return {
    name,
    email,
    email_norm,
    phone,
    phone_e164,
    organization,
    subject,
    language,
    source_url: sourceUrl,
    referrer,
    utm: utm && JSON.stringify(utm),
    ...await consentOf(trx, form, sourceUrl),
    key: (email_norm ?? phone_e164 ?? phone)!,
  };
}

/** Proof of consent: when, where, and the hash of the text agreed to. */
async function consentOf(trx: Trx, form: ContactForm, sourceUrl: string | null) {
  if (!form.consent) {
    const none = { consent_at: null, consent_text_version: null };
    return { ...none, consent_text_hash: null, consent_source: null };
  }
  const { consent_text } = await trx.selectFrom("companies").select("consent_text")
    .where("id", "=", form.companyId).executeTakeFirstOrThrow();
  const text = consent_text ?? form.consentTextVersion;
  return {
    consent_at: currentTime(),
    consent_text_version: form.consentTextVersion,
    consent_text_hash: text && createHash("sha256").update(text).digest("hex"),
    consent_source: sourceUrl ?? "contact_form",
  };
}

type Contact = Selectable<Contacts>;

/**
 * Finds and locks the contact that the sender is known as. Asked again when it was merged or
 * trashed before it was locked: it may be known as another now.
 */
async function findSender(
  trx: Trx,
  tenant: Actor,
  sender: Sender,
  place: Place,
): Promise<Contact | undefined> {
  for (;;) {
    const id = await findKnown(trx, tenant, sender, place);
    if (id === undefined) return undefined;
    const contact = await trx.selectFrom("contacts").selectAll()
      .where("company_id", "=", tenant.companyId).where("id", "=", id)
      .where("deleted_at", "is", null).forUpdate().executeTakeFirst();
    if (contact) return contact;
  }
}

// By e-mail, else by phone if no e-mail contradicts; the newest identity wins. Contacts of the web
// channel, and of any channel those that a merge made known by it. Spam marked by a person still
// matches; suspected spam matches only suspected spam.
async function findKnown(trx: Trx, { companyId }: Actor, sender: Sender, place: Place) {
  const { email_norm: email, phone_e164: phone, key } = sender;
  const { rows } = await sql<{ id: number }>`
    select c.id from identities i
    cross join ${
    lookUp(sql`select * from contacts where company_id = i.company_id and id = i.contact_id`)
  } c
    where i.company_id = ${companyId} and c.deleted_at is null and ${places[place]}
      and (c.channel = 'web' or i.source = 'merge')
      and (i.kind = 'email' and i.value = ${email}
        or i.kind = 'web_id' and i.value = ${key}
        or i.kind = 'phone' and i.value = ${phone} and (${email}::text is null or not exists (
          select from identities e
          where e.company_id = c.company_id and e.contact_id = c.id and e.kind = 'email')))
    order by c.is_spam, i.kind = 'email' desc, i.created_at desc, i.id desc limit 1`
    .execute(trx);
  return rows[0]?.id;
}

// The sender's data from the form stays with the message: nobody has verified it.
async function joinThread(trx: Trx, actor: Actor, contact: Contact, text: string) {
  const message = { direction: "in", text, files: 0, sentAt: currentTime() } as const;
  const notified = await continueThreads(trx, actor, [{ contact, message }]);
  await notifyAll(
    trx,
    actor,
    notified.flatMap((one) => wroteAgain(actor, one.contact, one.message)),
  );
  return contact.id;
}

async function openThread(
  trx: Trx,
  actor: Actor,
  { key, ...sender }: Sender,
  message: string,
  place: Place,
) {
  const contact = await insertRecord(trx, "contacts", actor, {
    ...sender,
    channel: "web",
    // Held and spam contacts must not take another person's key.
    channel_contact_id: place === "inbox" ? key : null,
    message,
    last_direction: "in",
    is_spam: place === "spam",
    spam_score: place === "spam" ? spamScores.suspected : spamScores.none,
    held: place === "held",
  });
  await recordActivities(trx, actor, [{
    verb: place === "held" ? "held" : "created",
    subject: { contact_id: contact.id },
    by: "public",
  }]);
  await notifyNewContact(trx, actor, contact);
  return contact.id;
}

async function addFormMessage(
  trx: Trx,
  { companyId }: Actor,
  contactId: number,
  form: ContactForm,
  meta: FormMeta,
) {
  await trx.insertInto("contact_messages").values({
    company_id: companyId,
    contact_id: contactId,
    direction: "in",
    channel: "web",
    body: form.message,
    meta: JSON.stringify(meta),
  }).execute();
}

function formMetaOf(form: ContactForm, sourceUrl: string | null) {
  const { name, email, phone, organization, subject, fields, consent, honeypot } = form;
  const { referrer, utm, consentTextVersion: consent_text_version } = form;
  const sender = { name, email, phone, organization, subject };
  return {
    fields,
    sender,
    consent,
    consent_text_version,
    referrer,
    utm,
    source_url: sourceUrl,
    honeypot,
  };
}
