import type { Arrival } from "@/lib/channels/in/arrival.ts";
import { addressOf } from "@/lib/channels/in/author/address_of.ts";
import { shareFiling } from "@/lib/channels/in/erased_mail.ts";
import { continueThreads } from "@/lib/crm/contacts/conversation/continue_threads.ts";
import { findWriters, type Writer } from "@/lib/crm/contacts/conversation/find_writers.ts";
import {
  findForwarding,
  type Forwarding,
  leaveThread,
  moveMail,
  noteMove,
} from "@/lib/crm/contacts/conversation/forward/forwarded_mail.ts";
import {
  findMessage,
  type Writer as Reader,
} from "@/lib/crm/contacts/conversation/message_records.ts";
import { openContacts } from "@/lib/crm/contacts/conversation/open_contacts.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { newContact, wroteAgain } from "@/lib/crm/notices/contacts.ts";
import { notifyAll } from "@/lib/crm/notices/notifying.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { type Actor, lockRecord } from "@/lib/records/records.ts";

/**
 * Moves a colleague's forward into the conversation of its original sender, as if they had written.
 * One that is there already stays.
 * @throws Problem not_found, invalid_transition: it passes on nobody's mail
 */
export async function fileForward(trx: Trx, reader: Reader, contactId: number, id: number) {
  await shareFiling(trx, reader);
  const arrival = arrivalOf(...await findWithAccount(trx, reader, contactId, id));
  const [writer] = await findWriters(trx, reader, [arrival]);
  const forwarding = await findForwarding(trx, reader, id, { isLocked: true });
  if (!forwarding.mail.forwarded.filed) {
    await file(trx, reader, { contactId, forwarding, arrival, writer });
  }
  const { contact_id } = await findForwarding(trx, reader, id);
  return await findMessage(trx, reader, contact_id, id);
}

async function findWithAccount(trx: Trx, tenant: Tenant, contactId: number, id: number) {
  const forwarding = await findForwarding(trx, tenant, id);
  const places = [forwarding.contact_id, forwarding.mail.forwarded.filed?.contactId];
  if (!places.includes(contactId)) throw problem("not_found");
  const account = await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", tenant.companyId).where("id", "=", forwarding.via_id!)
    .executeTakeFirstOrThrow();
  return [forwarding, account] as const;
}

function arrivalOf(
  { external_id, sent_at, mail: { forwarded } }: Forwarding,
  account: Arrival["account"],
): Arrival {
  return {
    account,
    event: { id: 0, receivedAt: sent_at },
    message: {
      externalId: external_id ?? "",
      direction: "in",
      from: addressOf(forwarded.person),
      text: forwarded.text ?? "",
      files: [],
      sentAt: sent_at,
    },
  };
}

interface Filing {
  contactId: number;
  forwarding: Forwarding;
  arrival: Arrival;
  writer: Writer | undefined;
}

async function file(
  trx: Trx,
  actor: Actor,
  { contactId, forwarding, arrival, writer }: Filing,
): Promise<void> {
  const { id, body, quoted, subject, sender, sent_at: sentAt, mail } = forwarding;
  if (forwarding.contact_id !== contactId) throw problem("not_found");
  const previous = await lockRecord(trx, "contacts", actor, contactId);
  const { contact } = writer ?? (await openContacts(trx, actor, [arrival]))[0]!;
  const noteId = await noteWords(trx, actor, forwarding, contact.id);
  const { replyTo, sentBy, isVerified, forwarded } = mail;
  const facts = { replyTo, sentBy, isVerified };
  const { message: { from, text }, account } = arrival;
  const address = sender?.email;
  await moveMail(trx, actor, id, contact.id, {
    body: text,
    quoted: forwarded.quoted,
    subject: forwarded.subject ?? subject,
    sender: from,
    mail: {
      ...mail,
      replyTo: null,
      isVerified: false,
      sentBy: address ? { name: sender.name, address } : null,
      forwarded: {
        ...forwarded,
        text: null,
        quoted: null,
        filed: {
          contactId,
          isOpened: !writer,
          noteId,
          before: { body, quoted, subject, sender, facts },
        },
      },
    },
  });
  if (contact.id !== contactId) await leaveThread(trx, actor, previous);
  const files = await countFiles(trx, actor, id);
  const message = { direction: "in" as const, text, files, sentAt, via: account.id };
  const conversations = writer
    ? await continueThreads(trx, actor, [{ contact, message: message }])
    : [];
  await notifyAll(trx, actor, [
    ...writer ? [] : newContact(actor, contact, account.id),
    ...conversations.flatMap((one) => wroteAgain(actor, one.contact, one.message)),
  ]);
  await planAnswers(trx, actor, [contact.id]);
  const places = contact.id === contactId ? [previous] : [previous, contact];
  await noteMove(trx, actor, "forward_filed", places);
}

/** Keeps the colleague's words above the forward as a note of theirs. @returns its id */
async function noteWords(
  trx: Trx,
  { companyId, userId }: Actor,
  { sender, sent_at, channel, mail }: Forwarding,
  contactId: number,
): Promise<number | null> {
  const { words } = mail.forwarded;
  if (words === null) return null;
  const author = await trx.selectFrom("users as u")
    .innerJoin("user_companies as m", "m.user_id", "u.id").select("u.id")
    .where("m.company_id", "=", companyId).where("u.email", "=", sender?.email ?? "")
    .executeTakeFirst();
  const name = sender?.name ?? sender?.email;
  const { id } = await trx.insertInto("contact_messages").values({
    company_id: companyId,
    created_by: userId,
    updated_by: userId,
    contact_id: contactId,
    direction: "note",
    channel,
    author_id: author?.id ?? null,
    body: author || !name ? words : `${name}:\n\n${words}`,
    sent_at: new Date(sent_at.getTime() - 1),
  }).returning("id").executeTakeFirstOrThrow();
  return id;
}

async function countFiles(trx: Trx, { companyId }: Tenant, messageId: number): Promise<number> {
  const { count } = await trx.selectFrom("files")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId).where("message_id", "=", messageId)
    .where("state", "=", "kept").executeTakeFirstOrThrow();
  return Number(count);
}
