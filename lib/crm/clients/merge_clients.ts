import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { findClient } from "@/lib/crm/clients/clients.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { mergedFields } from "@/lib/records/fields/field.ts";
import {
  allTags,
  blanksFilled,
  groupsFilled,
  keepMerge,
  type Link,
  lockMerges,
  lockPair,
  moveLinks,
  trashMerged,
} from "@/lib/records/merging.ts";
import { liveAssignee } from "@/lib/records/links.ts";
import { type ClientsNoun, nouns } from "@/lib/records/nouns.ts";
import { type Actor, changeRecord } from "@/lib/records/records.ts";

// In the order in which other transactions lock: tasks and quotations before their opportunities.
// Activities come last, when no row can get new ones.
export const clientLinks: Link[] = [
  ...(["contact", "event", "sale", "task", "quote", "opportunity"] as const satisfies ClientsNoun[])
    .map((noun): Link => [nouns[noun].table, nouns[noun].client]),
  ["notes", "client_id"],
  ["activities", "client_id"],
  ["activities", "timeline_client_id"],
];

/** An address is taken whole: mixing parts of two makes a wrong one. */
const addressFields = mergedFields(clientFields, "address");
const filledFields = mergedFields(clientFields, "alone");

/** Fields that only make sense together, led by the first. */
export const clientGroups = [
  ["email", "email_norm"],
  ["phone", "phone_e164"],
] as const;
/**
 * Moves everything to `intoId`, fills its blank fields, overwrites nothing, trashes the other.
 * @throws Problem not_found, validation_failed (`into_id`)
 */
export async function mergeClients(trx: Trx, actor: Actor, id: number, intoId: number) {
  await lockMerges(trx, actor);
  const { from, into } = await lockPair(trx, "clients", actor, id, intoId);
  const pair = { from: id, into: intoId };
  await trashMerged(trx, "clients", actor, pair); // first: its tax id becomes free
  const moved = await moveLinks(trx, actor, clientLinks, pair);
  const hasAddress = addressFields.some((name) => into[name] !== null);
  const { changes } = await changeRecord(trx, "clients", actor, into, {
    ...blanksFilled(into, from, [...filledFields, ...(hasAddress ? [] : addressFields)]),
    ...groupsFilled(into, from, clientGroups),
    assignee_id: into.assignee_id ?? await liveAssignee(trx, actor, from.assignee_id),
    tags: allTags(into.tags, from.tags),
  });
  await keepMerge(trx, "clients", actor, pair, { moved, filled: changes });
  await recordActivities(trx, actor, [
    {
      verb: "merged",
      subject: { client_id: intoId },
      changes: { ...changes, merged_client_id: [id, intoId] },
    },
    {
      verb: "merged_away",
      subject: { client_id: id },
      changes: { merged_into_id: [null, intoId] },
    },
  ]);
  return await findClient(trx, actor, intoId);
}
