import { sql } from "kysely";
import { nameMessages } from "@/lib/crm/contacts/conversation/sending/name_sent.ts";
import type { Arrival, Filed } from "@/lib/channels/in/arrival.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { DeliveryState } from "@/lib/channels/out/delivery.ts";
import type { Inbound, InboundMail } from "@/lib/channels/in/message_in.ts";
import { metaHandlers } from "@/lib/crm/contacts/conversation/meta/handlers.ts";
import { keepMeta, metaColumns } from "@/lib/crm/contacts/conversation/meta/keep_meta.ts";
import { continueThreads } from "@/lib/crm/contacts/conversation/continue_threads.ts";
import { findWriters, namesOf, type Writer } from "@/lib/crm/contacts/conversation/find_writers.ts";
import { findKnownAddresses } from "@/lib/crm/contacts/conversation/known_addresses.ts";
import { learnIds, openContacts } from "@/lib/crm/contacts/conversation/open_contacts.ts";
import { holdWriter } from "@/lib/crm/contacts/held/hold_writer.ts";
import {
  notifyFailing,
  notifyLoop,
  notifySubscription,
  notifyTokenEnd,
  notifyUnread,
} from "@/lib/crm/notices/channels.ts";
import { newContact, wroteAgain } from "@/lib/crm/notices/contacts.ts";
import { notifyAll } from "@/lib/crm/notices/notifying.ts";
import { followAnswers } from "@/lib/crm/contacts/unanswered/failed_answers.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import { movesQuote } from "@/lib/crm/contacts/conversation/about_quote.ts";
import { findMail, findMailThread } from "@/lib/crm/contacts/conversation/mail_in.ts";
import { namePerson } from "@/lib/crm/contacts/conversation/meta/name_person.ts";
import { noteBounce } from "@/lib/crm/contacts/conversation/note_bounce.ts";
import { counted } from "@/lib/tools/after_commit.ts";
import { knowMailIds } from "@/lib/crm/contacts/conversation/mail_out.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { noteMail } from "@/lib/notify/due/note_mail.ts";
import { attachFiles } from "@/lib/files/files.ts";
import { keepFiles } from "@/lib/files/keep_files.ts";
import { recordActivities, silentVerb } from "@/lib/records/activities.ts";
import { translated } from "@/lib/records/records.ts";

/** Handlers for messages and events of channels, registered where services are opened. */
export const crmChannelHandlers: ChannelHandlers<Writer> = {
  namesOf,
  findWriters,
  fileMessages,
  findMail,
  findThread: findMailThread,
  holdWriter,
  findKnownAddresses,
  noteBounce,
  tellOfLoop: notifyLoop,
  tellOfFailure: notifyFailing,
  tellOfProblem: notifyUnread,
  tellOfTokenEnd: notifyTokenEnd,
  tellOfSubscription: notifySubscription,
  noteMail,
  namePerson,
  noteMoved,
  nameSent: nameMessages,
  meta: metaHandlers,
  noteFiles: (trx, tenant, messageIds) =>
    recordMoves(trx, tenant, messageIds.map((messageId) => ({ messageId })), silentVerb),
};

const failures: readonly DeliveryState[] = ["partly", "failed", "uncertain"];

async function noteMoved(
  trx: Trx,
  { companyId }: Tenant,
  moved: { messageId: number; state: DeliveryState }[],
): Promise<void> {
  await followAnswers(trx, { companyId }, moved.map(({ messageId }) => messageId));
  const failed = moved.filter(({ state }) => failures.includes(state));
  const others = moved.filter(({ state }) => !failures.includes(state));
  await recordMoves(trx, { companyId }, failed, "message_failed");
  await recordMoves(trx, { companyId }, others, silentVerb);
}

interface MovedThread {
  contact_id: number;
  quote_id: number | null;
  converted_client_id: number | null;
}

async function recordMoves(
  trx: Trx,
  { companyId }: Tenant,
  moved: { messageId: number }[],
  verb: string,
): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map(({ messageId }) => messageId);
  const { rows: messages } = await sql<MovedThread>`
    select distinct m.contact_id, m.quote_id, c.converted_client_id
    from ${idRows(ids, "int")} k
    cross join ${
    lookUp(sql`select contact_id, quote_id from contact_messages
      where company_id = ${companyId} and id = k.id`)
  } m
    cross join ${
    lookUp(sql`select converted_client_id from contacts
      where company_id = ${companyId} and id = m.contact_id`)
  } c`.execute(trx);
  await recordActivities(
    trx,
    { companyId, userId: null },
    messages.flatMap(({ contact_id, quote_id, converted_client_id: clientId }) => [
      { verb, subject: { contact_id }, clientId },
      ...movesQuote(quote_id),
    ]),
  );
}

/**
 * Stores messages and files, updates threads, creates contacts for new writers, and notifies
 * members.
 */
async function fileMessages(
  trx: Trx,
  tenant: Tenant,
  arrivals: readonly (Arrival & { writer: Writer | undefined })[],
): Promise<Filed[]> {
  const actor = { ...tenant, userId: null };
  const opened = await openContacts(trx, actor, arrivals.filter(({ writer }) => !writer));
  const writers = opened.values();
  const messages = arrivals.map((one) => ({ ...one, writer: one.writer ?? writers.next().value! }));
  await learnIds(trx, tenant, messages);
  const ids = await insertMessages(trx, tenant, messages);
  for (const [at, { message }] of messages.entries()) {
    await keepParts(trx, tenant, ids[at]!, message);
  }
  await keepMeta(trx, tenant, messages.map((one, at) => ({ ...one, messageId: ids[at]! })));
  const mails = messages.flatMap(({ message: { mail } }, at) => {
    return mail ? [{ messageId: ids[at]!, own: mail.messageId, references: mail.references }] : [];
  });
  await knowMailIds(trx, tenant, mails);
  const isOpened = new Set(opened);
  const continued = messages.filter(({ writer }) => !isOpened.has(writer)).map(
    ({ account, writer: { contact }, message }) => {
      const { direction, text, files, mail, meta, sentAt, isQuiet } = message;
      const count = files.length + (mail?.parts.length ?? meta?.attachments.length ?? 0);
      return {
        contact,
        message: { direction, text, files: count, sentAt, isQuiet, via: account.id },
      };
    },
  );
  const received = messages.filter(({ message }) => message.direction === "in");
  trx.afterCommit(
    ...received.map(({ account }) => counted("relevo_messages_total", ["in", account.kind])),
  );
  const notified = await continueThreads(trx, actor, continued);
  const fresh = messages.filter(({ writer }) =>
    isOpened.has(writer) && writer.contact.status === "new"
  );
  await notifyAll(trx, tenant, [
    ...fresh.flatMap(({ account, writer }) => newContact(actor, writer.contact, account.id)),
    ...notified.flatMap(({ contact, message }) => wroteAgain(actor, contact, message)),
  ]);
  await planAnswers(trx, tenant, [
    ...fresh.map(({ writer }) => writer.contactId),
    ...notified.map(({ contact }) => contact.id),
  ]);
  return messages.map(({ writer }, at) => ({ contactId: writer.contactId, messageId: ids[at]! }));
}

/** @returns their ids, in order */
async function insertMessages(
  trx: Trx,
  { companyId }: Tenant,
  arrivals: readonly (Arrival & { writer: Writer })[],
): Promise<number[]> {
  if (arrivals.length === 0) return [];
  const rows = arrivals.map(({ account, message, writer }) => ({
    company_id: companyId,
    contact_id: writer.contactId,
    direction: message.direction,
    channel: account.channel,
    body: message.text,
    external_id: message.externalId,
    via_id: account.id,
    [message.direction === "in" ? "sender" : "recipient"]: JSON.stringify(message.from),
    sent_at: message.sentAt,
    ...(message.mail ? mailColumns(message.mail) : {}),
    ...(message.meta ? metaColumns(message.meta) : {}),
  }));
  const inserted = await translated(() =>
    trx.insertInto("contact_messages").values(rows).returning(["id", "via_id", "external_id"])
      .execute()
  );
  const ids = new Map(
    inserted.map(({ id, via_id, external_id }) => [`${via_id}:${external_id}`, id]),
  );
  return rows.map(({ via_id, external_id }) => ids.get(`${via_id}:${external_id}`)!);
}

/** Stores the files of a message. */
async function keepParts(
  trx: Trx,
  tenant: Tenant,
  id: number,
  { files, mail }: Inbound,
): Promise<void> {
  await attachFiles(trx, tenant, files, { message_id: id }, "key");
  if (!mail) return;
  const { parts, leftOut, mostBytes = 0 } = mail;
  await keepFiles(trx, tenant, id, { files: parts, leftOut, mostBytes });
}

function mailColumns({ subject, html, quoted, facts }: InboundMail) {
  return { subject, html, quoted, mail: JSON.stringify(facts) };
}
