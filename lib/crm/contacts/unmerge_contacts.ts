import type { Trx } from "@/lib/db/connection.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import { contactGroups, contactLinks, lockClientsOf } from "@/lib/crm/contacts/merge_contacts.ts";
import { learntSince } from "@/lib/crm/contacts/conversation/meta/learnt_since.ts";
import { returnMessages, settleThreads } from "@/lib/crm/contacts/conversation/return_messages.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { lockMerges } from "@/lib/records/merging.ts";
import { type Actor, missing } from "@/lib/records/records.ts";
import { endMerge, lockMerged, moveBack, summaryOf, takeBack } from "@/lib/records/unmerging.ts";

const messages = "contact_messages.contact_id";
const identities = "identities.contact_id";

/**
 * Returns what the merge moved, unless moved again since, and what was written since by its ids.
 * @throws Problem not_found, invalid_transition (not merged), duplicate (its channel id)
 */
export async function unmergeContact(trx: Trx, actor: Actor, id: number) {
  await lockMerges(trx, actor);
  const { details } = (await missing(trx, "contacts", actor, id)).extras;
  if (details) await lockClientsOf(trx, actor, [id, details.merged_into_id as number]);
  const undone = await lockMerged(trx, "contacts", actor, id);
  const { changes, keptFields } = await takeBack(trx, actor, undone, contactGroups);
  const returned = await moveBack(trx, actor, undone, contactLinks);
  (undone.moved[identities] ??= []).push(...await learntSince(trx, actor, undone));
  const since = await returnMessages(trx, actor, undone);
  (returned[messages] ??= []).push(...since);
  await endMerge(trx, actor, undone, returned);
  const into = undone.chain[0]!.row.id;
  if (since.length > 0) await settleThreads(trx, actor, [id, undone.holder]);
  await planAnswers(trx, actor, [id, into]);
  await recordActivities(trx, actor, [
    {
      verb: "unmerged",
      subject: { contact_id: undone.holder },
      clientId: undone.chain.at(-1)!.row.converted_client_id,
      changes: { ...changes, merged_contact_id: [id, null] },
    },
    { verb: "unmerged", subject: { contact_id: id }, changes: { merged_into_id: [into, null] } },
  ]);
  return {
    contact: await findContact(trx, actor, id),
    merged_into_id: into,
    ...summaryOf(undone.moved, returned, { contact_messages: "message" }),
    kept_fields: keptFields,
  };
}
