import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { notifyMember } from "@/lib/crm/notices/notifying.ts";
import { cancelTagged } from "@/lib/notify/sending/cancel_tagged.ts";
import { conversationTag } from "@/lib/notify/sending/conversation_tag.ts";
import { speak } from "@/lib/words/language.ts";
import { noticeWords } from "@/lib/words/notices.ts";

/** Notices of one conversation, which share a tag. */

/** Takes the notices of an answered conversation from every phone, and its reminders. */
export async function closeConversation(
  trx: Trx,
  tenant: Tenant,
  contactId: number,
): Promise<void> {
  await cancelTagged(trx, tenant, conversationTag(contactId));
  await trx.deleteFrom("conversation_reminders")
    .where("company_id", "=", tenant.companyId).where("contact_id", "=", contactId).execute();
}

/** Takes the notice from one member's phones alone. @param recipient their id as a recipient */
export async function snoozeNotice(
  trx: Trx,
  tenant: Tenant,
  contactId: number,
  recipient: string,
): Promise<void> {
  await cancelTagged(trx, tenant, conversationTag(contactId), recipient);
}

interface Snoozed {
  contactId: number;
  userId: number;
  name: string;
  text: string;
}

/** They asked for it, so no kind of notice that they switched off keeps it back. */
export async function notifySnoozed(
  trx: Trx,
  { companyId }: Tenant,
  { contactId, userId, name, text }: Snoozed,
): Promise<void> {
  await notifyMember(trx, {
    companyId,
    userId,
    kind: null,
    tag: conversationTag(contactId),
    page: `/panel/contacts/${contactId}`,
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.snoozed(name), body: text || words.snoozedMeans };
    },
  });
}
