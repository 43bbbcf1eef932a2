import { newestOf } from "@/lib/crm/contacts/conversation/message_records.ts";
import { seeMessages } from "@/lib/crm/contacts/conversation/sending/see_messages.ts";
import { findReachable, type PhoneMember } from "@/lib/crm/conversations/reach.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** @returns whether what was shown is the newest, and told @throws Problem not_found */
export async function seeConversation(
  trx: Trx,
  member: PhoneMember,
  { contactId, newest }: { contactId: number; newest: number },
): Promise<boolean> {
  const contacts = await findReachable(trx, member, contactId);
  if (await newestOf(trx, member, contacts) !== newest) return false;
  for (const id of contacts) await seeMessages(trx, member, id);
  return true;
}
