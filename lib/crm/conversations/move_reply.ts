import { findReachable } from "@/lib/crm/conversations/reach.ts";
import type { PhoneReader } from "@/lib/crm/conversations/read_conversation.ts";
import { retryFile } from "@/lib/crm/contacts/conversation/meta/retry_file.ts";
import { moveMessage } from "@/lib/crm/contacts/messages.ts";
import type { DeliveryVerb } from "@/lib/channels/out/delivery.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";

interface MessagePlace {
  contactId: number;
  messageId: number;
}

/** @throws Problem not_found, invalid_transition with the verbs that may be used */
export async function moveReply(
  trx: Trx,
  reader: PhoneReader,
  place: MessagePlace,
  verb: DeliveryVerb,
) {
  const contactId = await findThread(trx, reader, place);
  return await moveMessage(trx, reader, contactId, place.messageId, verb);
}

/** @throws Problem not_found, invalid_transition: it was not given up */
export async function retryReplyFile(
  trx: Trx,
  reader: PhoneReader,
  { fileId, ...place }: MessagePlace & { fileId: string },
) {
  const id = await findThread(trx, reader, place);
  return await retryFile(trx, reader, { id, message_id: place.messageId, file_id: fileId });
}

async function findThread(
  trx: Trx,
  reader: PhoneReader,
  { contactId, messageId }: MessagePlace,
): Promise<number> {
  const contacts = await findReachable(trx, reader, contactId);
  const message = await trx.selectFrom("contact_messages").select("contact_id")
    .where("company_id", "=", reader.companyId).where("id", "=", messageId)
    .where("contact_id", "in", contacts).executeTakeFirst();
  if (!message) throw problem("not_found");
  return message.contact_id;
}
