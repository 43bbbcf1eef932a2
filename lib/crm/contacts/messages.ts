import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Address } from "@/lib/db/tables/channels.ts";
import type { MessagePart } from "@/lib/db/tables/meta.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { DeliveryVerb } from "@/lib/channels/out/delivery.ts";
import { enqueue, findSender, moveDelivery } from "@/lib/channels/out/outbox.ts";
import {
  type MetaOut,
  refuseMeta,
  writeMeta,
} from "@/lib/crm/contacts/conversation/sending/meta_out.ts";
import { seeMessages } from "@/lib/crm/contacts/conversation/sending/see_messages.ts";
import { type Reached, recipientOf } from "@/lib/crm/contacts/conversation/recipient.ts";
import { closeConversation } from "@/lib/crm/notices/conversations.ts";
import { maxFileBytes } from "@/lib/files/limits.ts";
import {
  knowMailIds,
  type MailOut,
  refuseForOthers,
  writeMail,
} from "@/lib/crm/contacts/conversation/mail_out.ts";
import {
  findMessage,
  messageRows,
  refuseUnseen,
  type Spoken,
  toMessage,
  type Writer,
} from "@/lib/crm/contacts/conversation/message_records.ts";
import { movesQuote } from "@/lib/crm/contacts/conversation/about_quote.ts";
import { attachFiles } from "@/lib/files/files.ts";
import { followAnswers } from "@/lib/crm/contacts/unanswered/failed_answers.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import {
  type Direction,
  type MessageCreate,
  messageList,
  messageVerbs,
} from "@/lib/crm/contacts/message.ts";
import { type Actor, changeRecord, lockRecord, translated } from "@/lib/records/records.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { type Reader, readPage } from "@/lib/records/lists.ts";
import { lockSubject } from "@/lib/records/subjects.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Newest first. @throws Problem not_found */
export async function listMessages(
  db: Db,
  reader: Reader & Spoken,
  contactId: number,
  query: ListQuery,
) {
  await findContact(db, reader, contactId);
  const { rows, meta } = await readPage(db, reader, query, {
    spec: messageList,
    table: db.selectFrom("contact_messages as t").where("t.contact_id", "=", contactId),
    rows: messageRows(db).select(sql<null>`null`.as("html")),
  });
  return { records: rows.map((row) => toMessage(row, reader)), meta };
}

/**
 * Records a message, or sends it by an account (`via`). An inbound one sets the contact `new`, an
 * outbound one marks it read and releases it, a note changes nothing.
 * By Meta it may leave as several messages; the first is returned.
 * @param options.isCaptioned its one file may take the text along
 * @throws Problem not_found, duplicate (the channel's own id is known), validation_failed,
 *   conversation_moved, address_refused, window_closed
 */
export async function addMessage(
  trx: Trx,
  actor: Writer,
  contactId: number,
  body: MessageCreate,
  { client, isCaptioned = false }: { client?: Reached; isCaptioned?: boolean } = {},
) {
  const sentAt = body.sent_at ?? currentTime();
  // Allow a minute of clock skew between systems.
  if (sentAt.getTime() > currentMs() + 60_000) {
    throw problem("validation_failed", { fields: { sent_at: inputWords.inFuture } });
  }
  const { quote_id } = body;
  if (quote_id !== undefined) await lockSubject(trx, actor, { name: "quote_id", id: quote_id });
  const contact = await lockThread(trx, actor, contactId);
  if (body.after !== undefined) await refuseUnseen(trx, actor, [contact.id], body.after);
  const account = body.via === undefined ? undefined : await findSender(trx, actor, body.via);
  refuseForOthers(account, body);
  refuseMeta(account, body);
  const address = account && await recipientOf(trx, account, contact, client);
  const sentBy = account ? await nameOfMember(trx, actor) : "";
  const written = {
    ...body,
    contactId: contact.id,
    sentBy,
    sentAt,
    isToClient: client !== undefined,
  };
  const mail = account?.kind === "email"
    ? await writeMail(trx, account, { ...written, recipient: address! })
    : undefined;
  const meta = address?.meta && account
    ? await writeMeta(trx, actor, account, {
      ...{ ...body, contactId: contact.id, person: address.meta, isCaptioned },
    })
    : undefined;
  const to = mail?.recipient ?? (address && toAddress(address));
  const parts = meta?.parts ?? [{ body: body.body, files: body.files }];
  const content = { body, contact, account, sentAt, sentBy, to, mail, meta };
  const id = await addPart(trx, actor, content, parts[0]!, { n: 1, of: parts.length, first: null });
  for (const [at, part] of parts.slice(1).entries()) {
    await addPart(trx, actor, content, part, { n: at + 2, of: parts.length, first: id });
  }
  const { row, changes } = await changeRecord(trx, "contacts", actor, contact, {
    ...afterMessage(contact, body.direction, sentAt),
    // An answer shows that somebody has seen it.
    ...(body.direction === "out" ? { held: false } : {}),
  });
  if (isAnswered(body.direction, row)) await closeConversation(trx, actor, contact.id);
  if (body.direction === "in") await planAnswers(trx, actor, [contact.id]);
  // Who answers has read it.
  else if (account) await seeMessages(trx, actor, contact.id);
  const { status, held } = changes;
  await recordActivities(trx, actor, [{
    verb: messageVerbs[body.direction],
    subject: { contact_id: contact.id },
    clientId: contact.converted_client_id,
    changes: { ...(status && { status }), ...(held && { held }) },
  }, ...movesQuote(quote_id)]);
  return await findMessage(trx, actor, contact.id, id);
}

interface Content {
  body: MessageCreate;
  contact: Selectable<Contacts>;
  account: Account | undefined;
  sentAt: Date;
  sentBy: string;
  to: Address | undefined;
  mail: MailOut | undefined;
  meta: MetaOut | undefined;
}

/** Adds one message with its files, and its row in the outbox. @returns its id */
async function addPart(
  trx: Trx,
  actor: Writer,
  { body, contact, account, sentAt, sentBy, to, mail, meta }: Content,
  { body: text, files: fileIds }: MetaOut["parts"][number],
  part: MessagePart,
): Promise<number> {
  const isFirst = part.n === 1;
  const answers = isFirst ? meta?.meta.answers ?? null : null;
  const { id } = await translated(() =>
    trx.insertInto("contact_messages").values({
      company_id: actor.companyId,
      created_by: actor.userId,
      updated_by: actor.userId,
      contact_id: contact.id,
      direction: body.direction,
      channel: account?.channel ?? body.channel ?? contact.channel,
      body: text,
      external_id: mail?.mail.messageId ?? body.external_id ?? null,
      author_id: body.direction === "in" ? null : actor.userId,
      sent_at: sentAt,
      via_id: account?.id ?? null,
      recipient: to ? JSON.stringify(to) : null,
      subject: mail?.subject ?? null,
      mail: mail ? JSON.stringify(mail.facts) : null,
      // The quotation follows the first of several.
      quote_id: isFirst ? body.quote_id ?? null : null,
      answers_key: answers,
      template: meta?.template ? JSON.stringify(meta.template) : null,
      part: part.of > 1 ? JSON.stringify(part) : null,
    }).returning("id").executeTakeFirstOrThrow()
  );
  const files = await attachFiles(trx, actor, fileIds, { message_id: id }, "member");
  if (mail) {
    const size = files.reduce((sum, one) => sum + one.size, 0);
    if (size > maxFileBytes) {
      throw problem("validation_failed", { fields: { files: inputWords.filesTooLarge } });
    }
    const { messageId: own, references } = mail.mail;
    await knowMailIds(trx, actor, [{ messageId: id, own, references }]);
  }
  if (!account || !to) return id;
  const attachments = files.map(({ id, name, type, size }) => ({ id, name, type, size }));
  await enqueue(trx, account, {
    ...{ messageId: id, channelId: account.id, to, text, files: attachments, sentBy },
    mail: mail?.mail,
    meta: meta && { ...meta.meta, answers },
  });
  return id;
}

function toAddress({ id, name, email, phone }: Address): Address {
  return { id, name, email, phone };
}

/** @throws Problem not_found, invalid_transition with the verbs that may be used */
export async function moveMessage(
  trx: Trx,
  actor: Writer,
  contactId: number,
  id: number,
  verb: DeliveryVerb,
) {
  const { delivery, quote } = await findMessage(trx, actor, contactId, id);
  if (!delivery) throw problem("invalid_transition", { details: { allowed: [] } });
  await moveSent(trx, actor, { id, contactId, quoteId: quote?.id }, verb);
  return await findMessage(trx, actor, contactId, id);
}

interface Sent {
  id: number;
  contactId: number;
  quoteId?: number;
}

/** @throws Problem invalid_transition with the verbs that may be used */
export async function moveSent(
  trx: Trx,
  actor: Actor,
  { id, contactId, quoteId }: Sent,
  verb: DeliveryVerb,
): Promise<void> {
  await moveDelivery(trx, actor, id, verb);
  await followAnswers(trx, actor, [id]);
  const contact = await trx.selectFrom("contacts").select("converted_client_id")
    .where("company_id", "=", actor.companyId).where("id", "=", contactId)
    .executeTakeFirstOrThrow();
  await recordActivities(trx, actor, [{
    verb: moveVerbs[verb],
    subject: { contact_id: contactId },
    clientId: contact.converted_client_id,
  }, ...movesQuote(quoteId)]);
}

const moveVerbs = {
  cancel: "message_cancelled",
  retry: "message_resent",
  resend: "message_resent",
  settle: "message_settled",
} as const satisfies Record<DeliveryVerb, string>;

export async function nameOfMember(trx: Trx, { userId }: Actor): Promise<string> {
  const user = await trx.selectFrom("users")
    .select(({ fn }) => fn.coalesce("name", "email").as("name"))
    .where("id", "=", userId).executeTakeFirstOrThrow();
  return user.name;
}

/** Locks the contact, or the one it was merged into. @throws Problem not_found */
export async function lockThread(
  trx: Trx,
  actor: Actor,
  id: number,
): Promise<Selectable<Contacts>> {
  try {
    return await lockRecord(trx, "contacts", actor, id);
  } catch (error) {
    const into = error instanceof Problem && error.extras.details?.merged_into_id;
    if (!into) throw error;
    return await lockThread(trx, actor, into as number);
  }
}

interface Thread {
  status: "new" | "read" | "archived";
  last_message_at: Date;
  last_direction: Direction | null;
  first_response_at: Date | null;
}

/** Changes of a contact by a message. A late-filed older message does not become the last one. */
export function afterMessage(thread: Thread, direction: Direction, sentAt: Date): Partial<Thread> {
  if (direction === "note") return {};
  const last = thread.last_direction === null || sentAt >= thread.last_message_at
    ? { last_message_at: sentAt, last_direction: direction }
    : {};
  if (direction === "in") return { ...last, status: "new" };
  return {
    ...last,
    ...(thread.status === "new" ? { status: "read" as const } : {}),
    first_response_at: thread.first_response_at ?? sentAt,
  };
}

/** Whether an outbound message is the newest of its thread, not an older one filed late. */
export function isAnswered(
  direction: Direction,
  { last_direction }: Pick<Thread, "last_direction">,
): boolean {
  return direction === "out" && last_direction === "out";
}
