import type { DeliveryVerb } from "@/lib/channels/out/delivery.ts";
import { findReachable } from "@/lib/crm/conversations/reach.ts";
import type { PhoneReader } from "@/lib/crm/conversations/read_conversation.ts";
import { moveMessage } from "@/lib/crm/contacts/messages.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";

/** @throws Problem not_found, invalid_transition with the verbs that may be used */
export async function moveReply(
  trx: Trx,
  reader: PhoneReader,
  { contactId, messageId }: { contactId: number; messageId: number },
  verb: DeliveryVerb,
) {
  const contacts = await findReachable(trx, reader, contactId);
  const message = await trx.selectFrom("contact_messages").select("contact_id")
    .where("company_id", "=", reader.companyId).where("id", "=", messageId)
    .where("contact_id", "in", contacts).executeTakeFirst();
  if (!message) throw problem("not_found");
  return await moveMessage(trx, reader, message.contact_id, messageId, verb);
}
