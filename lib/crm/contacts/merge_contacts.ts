import type { Selectable } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/crm_schema.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { consentFields } from "@/lib/crm/contacts/contact.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
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
import { type Actor, changeRecord } from "@/lib/records/records.ts";

type Contact = Selectable<Contacts>;

/** What goes over to the contact that stays. */
const links: Link[] = [
  ["contact_messages", "contact_id"],
  ["notes", "contact_id"],
  ["activities", "contact_id"],
  ["opportunities", "contact_id"],
  ["events", "contact_id"],
  ["clients", "source_contact_id"],
  ["contacts", "merged_into_id"],
];

/** Fields that the contact that stays takes over where it has none. */
const fillable = [
  "name",
  "organization",
  "subject",
  "message",
  "next_action_at",
  "next_action_note",
  "language",
  "source_url",
  "referrer",
] as const;
/** Fields that mean something only together, led by the first. */
const together = [
  ["email", "email_norm"],
  ["phone", "phone_e164"],
  consentFields,
  ["converted_client_id", "converted_at", "converted_by"],
] as const;

/**
 * Makes two contacts of one person one: the thread, notes, activities, opportunities and events move,
 * blanks are filled and nothing else is overwritten; the other goes into the bin.
 * @throws Problem not_found, validation_failed (`into_id`)
 */
export async function mergeContacts(trx: Trx, actor: Actor, id: number, intoId: number) {
  const { from, into } = await lockPair(trx, "contacts", actor, id, intoId);
  const pair = { from: id, into: intoId };
  await trashMerged(trx, "contacts", actor, pair); // first: its channel id becomes free
  await moveLinks(trx, actor, links, pair);
  const { row, changes } = await changeRecord(
    trx,
    "contacts",
    actor,
    into,
    {
      ...mergedFields(into, from),
      assignee_id: into.assignee_id ?? await liveAssignee(trx, actor, from.assignee_id),
    },
  );
  const clientId = row.converted_client_id;
  await recordActivities(trx, actor, [
    {
      verb: "merged",
      subject: { contact_id: intoId },
      clientId,
      changes: { ...changes, merged_contact_id: [id, intoId] },
    },
    {
      verb: "merged",
      subject: { contact_id: id },
      changes: { merged_into_id: [null, intoId] },
    },
  ]);
  return await findContact(trx, actor, intoId);
}

function mergedFields(into: Contact, from: Contact) {
  const sameChannel = into.channel === from.channel;
  return {
    ...blanksFilled(into, from, [
      ...fillable,
      ...(sameChannel ? ["channel_contact_id" as const] : []),
    ]),
    ...groupsFilled(into, from, together),
    ...mergedThread(into, from),
    tags: allTags(into.tags, from.tags),
    // Neither a message that nobody has read nor a person who is no spammer may get lost.
    ...(from.status === "new" ? { status: "new" as const } : {}),
    is_spam: into.is_spam && from.is_spam,
  };
}

/** First answer and last message of the two threads together. */
function mergedThread(into: Contact, from: Contact) {
  const later = from.last_direction !== null &&
    (into.last_direction === null || from.last_message_at > into.last_message_at);
  const answers = [into.first_response_at, from.first_response_at].filter((at) => at !== null);
  return {
    ...(later
      ? { last_message_at: from.last_message_at, last_direction: from.last_direction }
      : {}),
    first_response_at: answers.sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
  };
}
