import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { EventOf } from "@/lib/channels/handlers.ts";
import { type EventOutcome, messageKey } from "@/lib/channels/in/meta/outcome.ts";
import { lockMessage } from "@/lib/crm/contacts/conversation/meta/find.ts";
import { replaceFirst } from "@/lib/crm/contacts/conversation/meta/first_text.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Wording } from "@/lib/db/tables/meta.ts";
import { recordActivities, silentVerb } from "@/lib/records/activities.ts";

/** As many earlier wordings stay readable: the oldest ones. */
const mostWordings = 20;

/** Replaces the text by the newest edit; one that is late or repeated changes nothing. */
export async function editMessage(
  trx: Trx,
  account: Account,
  { id, number, text, at }: EventOf<"edit">,
): Promise<EventOutcome> {
  const locked = await lockMessage(trx, account, id);
  if (!locked) return { waitsFor: messageKey(id) };
  const { contact, message } = locked;
  const of = { contactId: contact.id, messageId: message.id };
  if (message.unsent_at) return { of, dropsBytes: true };
  const isNewer = number !== null && message.edit_number !== null
    ? number > message.edit_number
    : message.edited_at === null || at > message.edited_at;
  if (text === null || !isNewer) return { of };
  const isChanged = text !== message.body;
  const earlier: Wording[] = message.earlier ?? [];
  if (isChanged && earlier.length < mostWordings) {
    earlier.push({ body: message.body, at: at.toISOString() });
  }
  await trx.updateTable("contact_messages").set({
    edit_number: number ?? message.edit_number,
    ...isChanged ? { body: text, edited_at: at, earlier: JSON.stringify(earlier) } : {},
  }).where("company_id", "=", account.company_id).where("id", "=", message.id).execute();
  if (!isChanged) return { of };
  await replaceFirst(trx, contact, message.body, text);
  await recordActivities(trx, { companyId: account.company_id, userId: null }, [{
    verb: silentVerb,
    subject: { contact_id: contact.id },
    clientId: contact.converted_client_id,
  }]);
  return { of };
}
