import type { Selectable } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Clients } from "@/lib/db/tables/crm.ts";
import { problem } from "@/lib/input/errors.ts";
import { codePoints } from "@/lib/input/input.ts";
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
  overruled,
  trashMerged,
} from "@/lib/records/merging.ts";
import type { MergeSeen } from "@/lib/records/merge.ts";
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

interface MergeOptions extends MergeSeen {
  intoId: number;
  allowsDifferentTaxIds?: boolean;
}

/**
 * Moves everything to `intoId`, fills its blank fields, joins their remarks, overwrites nothing,
 * trashes the other.
 * @throws Problem not_found, validation_failed (`into_id`), version_conflict, tax_ids_differ
 */
export async function mergeClients(
  trx: Trx,
  actor: Actor,
  id: number,
  { intoId, allowsDifferentTaxIds = false, ...versions }: MergeOptions,
) {
  await lockMerges(trx, actor);
  const { from, into } = await lockPair(trx, "clients", actor, { id, intoId, ...versions });
  if (!allowsDifferentTaxIds) refuseOtherTaxId(from, into);
  const pair = { from: id, into: intoId };
  const notes = joined(into.notes, from.notes);
  if (notes === null) await addRemark(trx, actor, from);
  await trashMerged(trx, "clients", actor, pair); // first: its tax id becomes free
  const moved = await moveLinks(trx, actor, clientLinks, pair);
  const hasAddress = addressFields.some((name) => into[name] !== null);
  const { changes } = await changeRecord(trx, "clients", actor, into, {
    ...blanksFilled(into, from, [...filledFields, ...(hasAddress ? [] : addressFields)]),
    ...groupsFilled(into, from, clientGroups),
    assignee_id: into.assignee_id ?? await liveAssignee(trx, actor, from.assignee_id),
    ...notes ? { notes } : {},
    tags: allTags(into.tags, from.tags),
  });
  await keepMerge(trx, "clients", actor, pair, { moved, filled: changes });
  await recordActivities(trx, actor, [
    {
      verb: "merged",
      subject: { client_id: intoId },
      changes: {
        ...changes,
        ...overruled(into, from, [...addressFields, ...filledFields].filter(isKept)),
        merged_client_id: [id, intoId],
      },
    },
    {
      verb: "merged_away",
      subject: { client_id: id },
      changes: { merged_into_id: [null, intoId] },
    },
  ]);
  return await findClient(trx, actor, intoId);
}

/** Remarks are joined, so that neither overrules the other. */
function isKept(name: string): boolean {
  return name !== "notes";
}

function refuseOtherTaxId(from: Selectable<Clients>, into: Selectable<Clients>): void {
  const taxIds = [from, into].map(({ tax_id }) => tax_id?.toUpperCase() ?? null);
  const [theirs, own] = taxIds;
  if (theirs === null || own === null || theirs === own) return;
  throw problem("tax_ids_differ", { details: { tax_ids: taxIds } });
}

/** Joins both remarks; undefined if there is nothing to join, null if there is no room. */
function joined(own: string | null, other: string | null): string | undefined | null {
  if (!own || !other || own.includes(other)) return undefined;
  const both = `${own}\n\n${other}`;
  return codePoints(both) > clientFields.notes.max ? null : both;
}

/** The other's remarks as a note of its own, which the merge moves. */
async function addRemark(trx: Trx, actor: Actor, { id, notes }: Selectable<Clients>) {
  await trx.insertInto("notes").values({
    company_id: actor.companyId,
    created_by: actor.userId,
    updated_by: actor.userId,
    author_id: actor.userId,
    client_id: id,
    body: notes!,
  }).execute();
}
