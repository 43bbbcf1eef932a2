import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { findClient } from "@/lib/crm/clients/clients.ts";
import {
  allTags,
  blanksFilled,
  groupsFilled,
  type Link,
  lockPair,
  moveLinks,
  trashMerged,
} from "@/lib/records/merging.ts";
import { liveAssignee } from "@/lib/records/links.ts";
import { clientsNouns, nouns } from "@/lib/records/nouns.ts";
import { type Actor, changeRecord } from "@/lib/records/records.ts";

/** What goes over to the client that stays. */
const links: Link[] = [
  ...clientsNouns.map((noun): Link => [nouns[noun].table, nouns[noun].client]),
  ["notes", "client_id"],
  ["activities", "client_id"],
  ["activities", "timeline_client_id"],
  ["clients", "merged_into_id"],
];

/** Fields that the client that stays takes over where it has none. */
const fillable = [
  "legal_name",
  "tax_id",
  "website",
  "country",
  "language",
  "payment_terms_days",
  "notes",
  "source_channel",
  "source_contact_id",
] as const;
/** Fields that mean something only together, led by the first. */
const together = [
  ["email", "email_norm"],
  ["phone", "phone_e164"],
] as const;
/** An address is not mended with parts of another. */
const address = ["address", "postal_code", "city", "region"] as const;

/**
 * Makes two clients one: everything that belongs to the one moves to the other, blanks are filled
 * and nothing else is overwritten; the one goes into the bin.
 * @throws Problem not_found, validation_failed (`into_id`)
 */
export async function mergeClients(trx: Trx, actor: Actor, id: number, intoId: number) {
  const { from, into } = await lockPair(trx, "clients", actor, id, intoId);
  const pair = { from: id, into: intoId };
  await trashMerged(trx, "clients", actor, pair); // first: its tax id becomes free
  await moveLinks(trx, actor, links, pair);
  const hasAddress = address.some((name) => into[name] !== null);
  const { changes } = await changeRecord(trx, "clients", actor, into, {
    ...blanksFilled(into, from, [...fillable, ...(hasAddress ? [] : address)]),
    ...groupsFilled(into, from, together),
    assignee_id: into.assignee_id ?? await liveAssignee(trx, actor, from.assignee_id),
    tags: allTags(into.tags, from.tags),
  });
  await recordActivities(trx, actor, [
    {
      verb: "merged",
      subject: { client_id: intoId },
      changes: { ...changes, merged_client_id: [id, intoId] },
    },
    { verb: "merged", subject: { client_id: id }, changes: { merged_into_id: [null, intoId] } },
  ]);
  return await findClient(trx, actor, intoId);
}
