import { type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { consentFields } from "@/lib/crm/contacts/contact.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
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
import { type Actor, changeRecord } from "@/lib/records/records.ts";

type Contact = Selectable<Contacts>;

/** Clients first: the order in which other transactions lock. */
export const contactLinks: Link[] = [
  ["clients", "source_contact_id"],
  ["events", "contact_id"],
  ["tasks", "contact_id"],
  ["opportunities", "contact_id"],
  ["contact_messages", "contact_id"],
  ["notes", "contact_id"],
  ["activities", "contact_id"],
];

/** Fields that only make sense together, led by the first. */
export const contactGroups = [
  ["email", "email_norm"],
  ["phone", "phone_e164"],
  consentFields,
  ["converted_client_id", "converted_at", "converted_by"],
] as const;

/**
 * Moves everything to `intoId`, fills its blank fields, overwrites nothing, trashes the other.
 * @throws Problem not_found, validation_failed (`into_id`), version_conflict
 */
export async function mergeContacts(
  trx: Trx,
  actor: Actor,
  id: number,
  { intoId, ...versions }: MergeSeen & { intoId: number },
) {
  await lockMerges(trx, actor);
  await lockClientsOf(trx, actor, [id, intoId]);
  const { from, into } = await lockPair(trx, "contacts", actor, { id, intoId, ...versions });
  const pair = { from: id, into: intoId };
  await trashMerged(trx, "contacts", actor, pair); // first: its channel id becomes free
  const moved = await moveLinks(trx, actor, contactLinks, pair);
  const { row, changes } = await changeRecord(
    trx,
    "contacts",
    actor,
    into,
    {
      ...valuesMerged(into, from),
      assignee_id: into.assignee_id ?? await liveAssignee(trx, actor, from.assignee_id),
    },
  );
  await keepMerge(trx, "contacts", actor, pair, { moved, filled: changes });
  await planAnswers(trx, actor, [intoId]);
  const clientId = row.converted_client_id;
  await recordActivities(trx, actor, [
    {
      verb: "merged",
      subject: { contact_id: intoId },
      clientId,
      changes: {
        ...changes,
        ...overruled(into, from, mergedFields(contactFields, "alone")),
        merged_contact_id: [id, intoId],
      },
    },
    {
      verb: "merged_away",
      subject: { contact_id: id },
      changes: { merged_into_id: [null, intoId] },
    },
  ]);
  return await findContact(trx, actor, intoId);
}

/** Locks clients before contacts, the order that a merge of clients uses. */
export async function lockClientsOf(trx: Trx, { companyId }: Tenant, ids: number[]) {
  await sql`
    with own as materialized (
      select c.id from ${idRows(ids, "int")} k cross join ${
    lookUp(sql`select id from clients where company_id = ${companyId} and source_contact_id = k.id`)
  } c
      union
      select t.id from ${idRows(ids, "int")} k cross join ${
    lookUp(sql`select converted_client_id as id from contacts
      where company_id = ${companyId} and id = k.id`)
  } t where t.id is not null
    )
    select c.id from (select id from own order by id) k cross join ${
    lookUp(sql`select id from clients
      where company_id = ${companyId} and id = k.id for no key update`)
  } c`.execute(trx);
}

function valuesMerged(into: Contact, from: Contact) {
  const sameChannel = into.channel === from.channel;
  return {
    ...blanksFilled(into, from, [
      ...mergedFields(contactFields, "alone"),
      ...(sameChannel ? ["channel_contact_id" as const] : []),
    ]),
    ...groupsFilled(into, from, contactGroups),
    ...mergedThread(into, from),
    tags: allTags(into.tags, from.tags),
    // An unread message stays visible, and so does a contact that is not put aside.
    ...(from.status === "new" ? { status: "new" as const } : {}),
    is_spam: into.is_spam && from.is_spam,
    held: (into.held && isAside(from)) || (from.held && isAside(into)),
  };
}

function isAside({ is_spam, held }: Contact): boolean {
  return is_spam || held;
}

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
