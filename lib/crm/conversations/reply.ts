import { createHash } from "node:crypto";
import type { ColleagueNote, Reply } from "@/lib/crm/conversations/conversation.ts";
import { sendingWords } from "@/lib/crm/conversations/words.ts";
import { type PhoneReader } from "@/lib/crm/conversations/read_conversation.ts";
import { findReachable } from "@/lib/crm/conversations/reach.ts";
import { readSenders, usualOf } from "@/lib/crm/contacts/conversation/senders.ts";
import { findMessage, refuseUnseen } from "@/lib/crm/contacts/conversation/message_records.ts";
import { addMessage } from "@/lib/crm/contacts/messages.ts";
import { createNote, findNote } from "@/lib/crm/notes/notes.ts";
import { hasOnlyKnown, variablesIn } from "@/lib/crm/templates/variables.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { isVisible } from "@/lib/input/input.ts";

/**
 * Sends a member's answer, unless there is a message that they have not seen.
 * @throws Problem not_found, conversation_moved, window_closed, and of the key and the fields
 */
export async function sendReply(trx: Trx, reader: PhoneReader, contactId: number, reply: Reply) {
  const { text, key, after, files, answers, template, opt_in } = reply;
  const contacts = await findReachable(trx, reader, contactId);
  const [id] = contacts as [number];
  // Every message of a contact is made under its lock, so what is newer is seen here.
  await lockContacts(trx, reader, contacts);
  const ofApp = { answers, template };
  const isPlain = answers === undefined && template === undefined;
  const content = ["message", contactId, text, files, ...isPlain ? [] : [ofApp]];
  const existingId = await claimKey(trx, reader, { id, key, content });
  if (existingId) {
    const message = await findMessage(
      trx,
      reader,
      await threadOf(trx, reader, existingId),
      existingId,
    );
    return { message, isRepeat: true };
  }
  await refuseUnseen(trx, reader, contacts, after ?? 0);
  refuseUnfilled(text);
  const via = reply.via ?? await chooseAccount(trx, reader, id);
  const message = await addMessage(trx, reader, id, {
    direction: "out",
    body: text,
    via,
    files,
    cc: [],
    despite_refusal: false,
    ...ofApp,
    opt_in,
  }).catch(nameText);
  await noteMade(trx, reader, key, { message_id: message.id });
  return { message, isRepeat: false };
}

function nameText(error: unknown): never {
  const { body, ...fields } = error instanceof Problem ? error.extras.fields ?? {} : {};
  if (!body) throw error;
  throw problem("validation_failed", { fields: { ...fields, text: body } });
}

/** @throws Problem not_found, idempotency_key_reused, validation_failed */
export async function addNote(
  trx: Trx,
  reader: PhoneReader,
  contactId: number,
  { text, key, files }: ColleagueNote,
) {
  const [id] = await findReachable(trx, reader, contactId) as [number];
  await lockContacts(trx, reader, [id]);
  const content = ["note", contactId, text, files];
  const existingId = await claimKey(trx, reader, { id, key, content });
  if (existingId) return { note: await findNote(trx, reader, existingId), isRepeat: true };
  const body = isVisible(text) ? text : await namesOf(trx, reader, files);
  const note = await createNote(trx, reader, {
    contact_id: id,
    body,
    files,
    pinned: false,
    call: false,
    to_client: false,
  });
  await noteMade(trx, reader, key, { note_id: note.id });
  return { note, isRepeat: false };
}

async function lockContacts(trx: Trx, { companyId }: PhoneReader, ids: number[]): Promise<void> {
  await trx.selectFrom("contacts").select("id").where("company_id", "=", companyId)
    .where("id", "in", ids).orderBy("id").forUpdate().execute();
}

interface Claimed {
  id: number;
  key: string;
  content: unknown[];
}

/**
 * Claims the key, after another call with the same one. @returns the id of its message, if any
 */
async function claimKey(
  trx: Trx,
  { companyId, userId }: PhoneReader,
  { id, key, content }: Claimed,
) {
  const digest = createHash("sha256").update(JSON.stringify(content)).digest();
  const claimed = await trx.insertInto("phone_sends").values({
    company_id: companyId,
    user_id: userId,
    contact_id: id,
    key,
    digest,
  }).onConflict((on) => on.doNothing()).returning("key").executeTakeFirst();
  if (claimed) return undefined;
  const before = await trx.selectFrom("phone_sends").select(["digest", "message_id", "note_id"])
    .where("company_id", "=", companyId).where("user_id", "=", userId).where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (!digest.equals(before.digest)) throw problem("idempotency_key_reused");
  return before.message_id ?? before.note_id!;
}

/** Stores the id of the new message or note with its key; a repeat of the call reads it. */
async function noteMade(
  trx: Trx,
  { companyId, userId }: PhoneReader,
  key: string,
  reference: { message_id: number } | { note_id: number },
): Promise<void> {
  await trx.updateTable("phone_sends").set(reference)
    .where("company_id", "=", companyId).where("user_id", "=", userId).where("key", "=", key)
    .execute();
}

async function threadOf(trx: Trx, { companyId }: PhoneReader, messageId: number): Promise<number> {
  const { contact_id } = await trx.selectFrom("contact_messages").select("contact_id")
    .where("company_id", "=", companyId).where("id", "=", messageId).executeTakeFirstOrThrow();
  return contact_id;
}

/** @throws Problem validation_failed (`via`): there is none, or it has to be said which */
async function chooseAccount(trx: Trx, reader: PhoneReader, contactId: number): Promise<number> {
  const senders = await readSenders(trx, reader, { contactId });
  const via = usualOf(senders);
  if (via !== null) return via;
  const words = senders.accounts.length === 0 ? sendingWords.noAddress : sendingWords.which;
  throw problem("validation_failed", { fields: { via: words } });
}

/** @throws Problem validation_failed: nobody has filled a place of a template */
function refuseUnfilled(text: string): void {
  const [open] = variablesIn(text);
  if (open === undefined || !hasOnlyKnown(text)) return;
  const fields = { text: sendingWords.unfilled(`{{${open}}}`) };
  throw problem("validation_failed", { fields });
}

/** A note has words: of files alone, their names. */
async function namesOf(trx: Trx, { companyId }: PhoneReader, files: string[]): Promise<string> {
  const rows = await trx.selectFrom("files").select("name")
    .where("company_id", "=", companyId).where("id", "in", files).execute();
  return rows.map(({ name }) => name).join(", ") || "…";
}
