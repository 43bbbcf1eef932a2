import { sql } from "kysely";
import * as z from "zod";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { notifyNewContact, notifyReleased } from "@/lib/crm/notices/contacts.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { announceActivities, recordActivities } from "@/lib/records/activities.ts";
import { type Actor, changeRecord, lockRecord } from "@/lib/records/records.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Contacts that leave what is held, and arrive in the inbox as a fresh message does. */

/** Contacts released by one call. */
export const maxReleased = 1_000;

export const releasedRecord = z.object({
  released: z.int().meta({ description: "How many contacts this call moved to the inbox." }),
  left: z.int().meta({
    description: "How many contacts are still held: call again while above 0.",
  }),
}).meta({ id: "Released" });

/** @throws Problem not_found, invalid_transition (it is not held) */
export async function releaseContact(trx: Trx, actor: Actor, id: number) {
  const contact = await lockRecord(trx, "contacts", actor, id);
  if (!contact.held) {
    throw problem("invalid_transition", {
      details: { allowed: [contact.is_spam ? "not-spam" : "spam"] },
    });
  }
  const { row, changes } = await changeRecord(trx, "contacts", actor, contact, { held: false });
  await recordActivities(trx, actor, [{
    verb: "released",
    subject: { contact_id: id },
    clientId: contact.converted_client_id,
    changes,
  }]);
  await notifyNewContact(trx, actor, row);
  await planAnswers(trx, actor, [id], currentTime());
  return await findContact(trx, actor, id);
}

/**
 * The first thousand, oldest records first, in one statement. A second call at the same time waits
 * for this one and takes what it left.
 */
export async function releaseHeld(trx: Trx, actor: Actor) {
  const { companyId, userId } = actor;
  const { rows } = await sql<{ id: number }>`
    with chosen as (
      select id from contacts
      where company_id = ${companyId} and deleted_at is null and held
      order by id limit ${maxReleased} for no key update
    ), released as (
      update contacts t set held = false, version = t.version + 1, updated_at = now(),
        updated_by = ${userId}::int
      from chosen where t.company_id = ${companyId} and t.id = chosen.id
      returning t.id, t.converted_client_id
    ), told as (
      insert into activities
        (company_id, verb, changes, actor_id, actor_kind, timeline_client_id, contact_id)
      select ${companyId}::int, 'released', '{"held": [true, false]}'::jsonb, ${userId}::int,
        'user', converted_client_id, id
      from released order by id
    )
    select id from released`.execute(trx);
  if (rows.length > 0) announceActivities(trx, actor);
  await tellOfReleased(trx, actor, rows.map(({ id }) => id));
  return { released: rows.length, left: await countHeld(trx, actor) };
}

/** Sends one notice, of the contact or of several. They wait from now on. */
export async function tellOfReleased(
  trx: Trx,
  actor: Actor,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await planAnswers(trx, actor, ids, currentTime());
  if (ids.length > 1) return await notifyReleased(trx, actor, ids.length);
  const contact = await trx.selectFrom("contacts").selectAll()
    .where("company_id", "=", actor.companyId).where("id", "=", ids[0]!)
    .executeTakeFirstOrThrow();
  await notifyNewContact(trx, actor, contact);
}

/** The kept count of what is held. One statement. */
async function countHeld(db: Db, { companyId }: Tenant): Promise<number> {
  const { count } = await db.selectFrom("record_counts")
    .select(sql<number>`coalesce(sum(n), 0)`.as("count"))
    .where("company_id", "=", companyId).where("kind", "=", "contact_held")
    .executeTakeFirstOrThrow();
  return count;
}
