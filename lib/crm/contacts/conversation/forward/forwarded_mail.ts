import { type Selectable, sql } from "kysely";
import { closeConversation } from "@/lib/crm/notices/conversations.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import type { ForwardedMail, MailFacts } from "@/lib/db/tables/channels.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { ContactMessages } from "@/lib/db/tables/messages.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { type Actor, changeRecord } from "@/lib/records/records.ts";

/** A mail that passes another on, and its way from one conversation to another. */

type Message = Selectable<ContactMessages>;

export type Forwarding = Message & { mail: MailFacts & { forwarded: ForwardedMail } };

/** @throws Problem not_found, invalid_transition: it passes on nobody's mail */
export async function findForwarding(
  trx: Trx,
  { companyId }: Tenant,
  id: number,
  { isLocked = false } = {},
): Promise<Forwarding> {
  const row = await trx.selectFrom("contact_messages").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
    .$if(isLocked, (query) => query.forUpdate()).executeTakeFirst();
  if (!row) throw problem("not_found");
  if (!isForwarding(row)) throw problem("invalid_transition", { details: { allowed: [] } });
  return row;
}

function isForwarding(row: Message): row is Forwarding {
  return row.direction === "in" && row.via_id !== null && row.mail?.forwarded !== undefined;
}

type Values = Pick<Message, "body" | "quoted" | "subject" | "sender"> & { mail: MailFacts };

/** Moves the mail with its event, by which it is recognised again, erased and exported. */
export async function moveMail(
  trx: Trx,
  { companyId, userId }: Actor,
  id: number,
  contactId: number,
  { sender, mail, ...values }: Values,
): Promise<void> {
  await trx.updateTable("contact_messages").set({
    ...values,
    contact_id: contactId,
    sender: JSON.stringify(sender),
    mail: JSON.stringify(mail),
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: userId,
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
  await trx.updateTable("channel_events").set({ contact_id: contactId })
    .where("company_id", "=", companyId).where("message_id", "=", id).execute();
}

/** A conversation without the message that has left it waits no longer, unless another does. */
export async function leaveThread(
  trx: Trx,
  actor: Actor,
  contact: Selectable<Contacts>,
): Promise<void> {
  const last = await trx.selectFrom("contact_messages").select(["direction", "sent_at"])
    .where("company_id", "=", actor.companyId).where("contact_id", "=", contact.id)
    .where("direction", "<>", "note").where("deleted_at", "is", null)
    .orderBy("sent_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
  const isRead = contact.status === "new" && last?.direction !== "in";
  await changeRecord(trx, "contacts", actor, contact, {
    last_direction: last?.direction ?? null,
    last_message_at: last?.sent_at ?? contact.last_message_at,
    ...(isRead ? { status: "read" as const } : {}),
  });
  if (last?.direction !== "in") await closeConversation(trx, actor, contact.id);
  await planAnswers(trx, actor, [contact.id]);
}

export async function noteMove(
  trx: Trx,
  actor: Actor,
  verb: "forward_filed" | "forward_unfiled",
  contacts: readonly Selectable<Contacts>[],
): Promise<void> {
  await recordActivities(
    trx,
    actor,
    contacts.map(({ id, converted_client_id: clientId }) => {
      return { verb, subject: { contact_id: id }, clientId };
    }),
  );
}
