import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { contactCan, spamScores } from "@/lib/crm/contacts/contact.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { type Actor, changeRecord, lockRecord } from "@/lib/records/records.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Marked spam stays so on new posts, and is no longer held. @throws Problem not_found,
 * invalid_transition (already so)
 */
export async function markSpam(trx: Trx, actor: Actor, id: number, verb: "spam" | "not-spam") {
  const contact = await lockRecord(trx, "contacts", actor, id);
  if (contact.is_spam !== contactCan[verb].whenSpam) {
    const verbs = Object.keys(contactCan) as (keyof typeof contactCan)[];
    const allowed = verbs.filter((one) => contactCan[one].whenSpam === contact.is_spam);
    throw problem("invalid_transition", { details: { allowed } });
  }
  const isSpam = verb === "spam";
  await changeRecord(trx, "contacts", actor, contact, {
    is_spam: isSpam,
    held: false,
    spam_score: isSpam ? spamScores.byPerson : spamScores.none,
  });
  if (!isSpam) await planAnswers(trx, actor, [id], currentTime());
  await recordActivities(trx, actor, [{
    verb: isSpam ? "marked_spam" : "marked_not_spam",
    subject: { contact_id: id },
    clientId: contact.converted_client_id,
    changes: { is_spam: [!isSpam, isSpam] },
  }]);
  return await findContact(trx, actor, id);
}
