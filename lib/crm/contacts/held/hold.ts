import { type RawBuilder, sql } from "kysely";
import { spamScores } from "@/lib/crm/contacts/contact.ts";
import { type FormPost, isFirstOfNetwork } from "@/lib/crm/contacts/held/form_posts.ts";
import { notifyFormLimit } from "@/lib/crm/notices/contacts.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Actor } from "@/lib/records/records.ts";

/** Messages held back by number: docs/decisions/0030-held-messages.md. */

/** Where a post is filed. */
export type Place = "inbox" | "spam" | "held";

/** The contacts `c` that a post finds there. People marked as spam are known, and stay spam. */
export const places: Record<Place, RawBuilder<boolean>> = {
  inbox: sql`(not c.held and (not c.is_spam or c.spam_score = ${spamScores.byPerson}))`,
  spam: sql`(c.is_spam and c.spam_score = ${spamScores.suspected})`,
  held: sql`c.held`,
};

/** The sender's address as compared; `key` where neither is one. */
interface Address {
  email_norm: string | null;
  phone_e164: string | null;
  key: string;
}

/**
 * Whether the post is to be held. Over the limit those who ask at once wait for each other, so that
 * only one is the first.
 */
export async function isHeldBack(
  trx: Trx,
  actor: Actor,
  { sender, post, perDay }: { sender: Address; post: FormPost; perDay: number },
): Promise<boolean> {
  if (!await isDayFull(trx, actor, perDay)) return false;
  const lock = `contact-form-limit:${actor.companyId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
  return !await isAddressKnown(trx, actor, sender) && !await isFirstOfNetwork(trx, actor, post);
}

/** Whether a live client has the address, or a contact that is not put aside by the form. */
async function isAddressKnown(trx: Trx, { companyId }: Actor, sender: Address): Promise<boolean> {
  const { email_norm: email, phone_e164: phone, key } = sender;
  const [kind, value] = email ? ["email", email] : phone ? ["phone", phone] : ["web_id", key];
  const { rows } = await sql`
    select from identities i
    left join contacts c on c.company_id = i.company_id and c.id = i.contact_id
    left join clients k on k.company_id = i.company_id and k.id = i.client_id
    where i.company_id = ${companyId} and i.kind = ${kind} and i.value = ${value}
      and ((c.id is not null and c.deleted_at is null and ${places.inbox})
        or (k.id is not null and k.deleted_at is null))
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether the inbox limit of the last 24 hours is used up. */
async function isDayFull(trx: Trx, { companyId }: Actor, perDay: number): Promise<boolean> {
  if (perDay === 0) return false;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from contact_messages
      where company_id = ${companyId} and created_at > now() - interval '24 hours'
        and channel = 'web' and direction = 'in' and created_by is null
        and meta is not null and meta ->> 'trap' is null
      limit ${perDay}) as today`.execute(trx);
  return rows[0]!.count >= perDay;
}

/** Notifies members of the first held post of 24 hours, before it is stored. */
export async function tellOfLimitOnce(trx: Trx, actor: Actor, perDay: number): Promise<void> {
  if (!await hasLimitNotice(trx, actor)) await notifyFormLimit(trx, actor, perDay);
}

async function hasLimitNotice(trx: Trx, { companyId }: Actor): Promise<boolean> {
  const caught = await trx.selectFrom("contact_messages").select("id")
    .where("company_id", "=", companyId)
    .where("created_at", ">", sql<Date>`now() - interval '24 hours'`)
    .where(sql<boolean>`meta ->> 'trap' = 'daily_limit'`).limit(1).executeTakeFirst();
  return caught !== undefined;
}
