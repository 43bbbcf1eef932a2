import { type Selectable, sql } from "kysely";
import { isInVain } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { answerFailed } from "@/lib/crm/notices/contacts.ts";
import { closeConversation } from "@/lib/crm/notices/conversations.ts";
import { notifyMember, notifyMembers } from "@/lib/crm/notices/notifying.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { changeRecord } from "@/lib/records/records.ts";

/** Answers that failed for good or were taken back, and those that went out after all. */

type Contact = Selectable<Contacts>;

/**
 * Updates the conversations of the messages: one without an answer waits again, and its sender and
 * assignee are notified of the failure; one with an answer waits no more.
 */
export async function followAnswers(
  trx: Trx,
  tenant: Tenant,
  messageIds: readonly number[],
): Promise<void> {
  const [inVain, afterAll] = await readTurned(trx, tenant, messageIds);
  for (const one of inVain) await takeAway(trx, tenant, one);
  for (const { contact, sentAt } of afterAll) {
    const { first_response_at } = contact;
    await changeRecord(trx, "contacts", { ...tenant, userId: null }, contact, {
      last_direction: "out",
      last_message_at: sentAt,
      first_response_at: first_response_at && first_response_at < sentAt
        ? first_response_at
        : sentAt,
    });
    await closeConversation(trx, tenant, contact.id);
  }
  await planAnswers(trx, tenant, inVain.map(({ contact }) => contact.id));
}

interface Turned {
  contact: Contact;
  sentAt: Date;
  authorId: number | null;
  isFailed: boolean;
}

/** Contacts whose thread differs from the messages; they are locked. */
async function readTurned(
  trx: Trx,
  { companyId }: Tenant,
  messageIds: readonly number[],
): Promise<[Turned[], Turned[]]> {
  const { rows } = await sql<Omit<Turned, "contact"> & { contactId: number; isInVain: boolean }>`
    select distinct on (m.contact_id) m.contact_id as "contactId", m.sent_at as "sentAt",
      m.author_id as "authorId", o.state = 'failed' as "isFailed", ${isInVain("m")} as "isInVain"
    from ${idRows(messageIds, "int")} k
    cross join ${
    lookUp(sql`select * from contact_messages where company_id = ${companyId} and id = k.id`)
  } m
    cross join ${
    lookUp(sql`select state from outbox where company_id = ${companyId} and message_id = k.id`)
  } o
    cross join ${
    lookUp(sql`select * from contacts where company_id = ${companyId} and id = m.contact_id`)
  } c
    where m.deleted_at is null and c.deleted_at is null
      and case when ${isInVain("m")}
        then c.last_direction = 'out' and c.last_message_at <= m.sent_at
        else c.last_direction is distinct from 'out' and c.last_message_at <= m.sent_at end
    order by m.contact_id, m.sent_at desc, m.id desc`.execute(trx);
  if (rows.length === 0) return [[], []];
  const { rows: contacts } = await sql<Contact>`
    select c.* from ${idRows(rows.map((row) => row.contactId), "int")} k cross join ${
    lookUp(sql`select * from contacts
      where company_id = ${companyId} and id = k.id for update`)
  } c`.execute(trx);
  const turned = contacts.map((contact) => ({
    ...rows.find(({ contactId }) => contactId === contact.id)!,
    contact,
  }));
  return [turned.filter((one) => one.isInVain), turned.filter((one) => !one.isInVain)];
}

async function takeAway(trx: Trx, tenant: Tenant, turned: Turned): Promise<void> {
  const { contact, sentAt, isFailed, authorId } = turned;
  const { first, ...last } = await readThread(trx, tenant, contact.id);
  const isWaiting = last.last_direction === "in";
  const { row, changes } = await changeRecord(
    trx,
    "contacts",
    { ...tenant, userId: null },
    contact,
    {
      ...last.last_message_at ? last : { last_direction: null },
      ...contact.first_response_at?.getTime() === sentAt.getTime()
        ? { first_response_at: first }
        : {},
      ...isFailed && isWaiting ? { status: "new" as const } : {},
    },
  );
  if (!isFailed) return;
  if (changes.status) {
    await recordActivities(trx, { ...tenant, userId: null }, [{
      verb: "updated",
      subject: { contact_id: contact.id },
      clientId: contact.converted_client_id,
      changes: { status: changes.status },
    }]);
  }
  const notice = answerFailed(tenant, row, { isWaiting });
  const userIds = new Set([authorId, contact.assignee_id].flatMap((id) => id ?? []));
  for (const userId of userIds) await notifyMember(trx, { ...notice, userId });
  if (userIds.size === 0) await notifyMembers(trx, notice);
}

/** The newest message that arrived or may yet, and the first answer. */
async function readThread(trx: Trx, { companyId }: Tenant, contactId: number) {
  const counted = trx.selectFrom("contact_messages as m")
    .where("m.company_id", "=", companyId).where("m.contact_id", "=", contactId)
    .where("m.deleted_at", "is", null).where(sql<boolean>`not ${isInVain("m")}`);
  const last = await counted.select([
    "m.direction as last_direction",
    "m.sent_at as last_message_at",
  ])
    .where("m.direction", "<>", "note")
    .orderBy("m.sent_at", "desc").orderBy("m.id", "desc").limit(1).executeTakeFirst();
  const { first } = await counted.select(({ fn }) => fn.min("m.sent_at").as("first"))
    .where("m.direction", "=", "out").executeTakeFirstOrThrow();
  return { ...last, first };
}
