import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { EventOf } from "@/lib/channels/handlers.ts";
import { type EventOutcome, messageKey } from "@/lib/channels/in/meta/outcome.ts";
import { hearPerson } from "@/lib/crm/contacts/conversation/meta/hear_person.ts";
import { lockMessage } from "@/lib/crm/contacts/conversation/meta/find.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities, silentVerb } from "@/lib/records/activities.ts";

/** Sets or takes back the reaction of one side; what was taken back is kept, for what comes late. */
export async function reactTo(
  trx: Trx,
  account: Account,
  { id, emoji, by, at, person: { ids } }: EventOf<"reaction">,
): Promise<EventOutcome> {
  const companyId = account.company_id;
  if (by === "them") await hearPerson(trx, account, ids, at);
  const locked = await lockMessage(trx, account, id);
  if (!locked) return { waitsFor: messageKey(id) };
  const { contact, message } = locked;
  const of = { contactId: contact.id, messageId: message.id };
  if (message.unsent_at) return { of };
  const reactions = message.reactions ?? [];
  const before = reactions.find((one) => one.by === by);
  // WhatsApp tells whole seconds: of two in one, the one that came last holds.
  if (before && new Date(before.at) > at) return { of };
  const others = reactions.filter((one) => one !== before);
  const reaction = { emoji: emoji ?? "", by, at: at.toISOString() };
  await trx.updateTable("contact_messages")
    .set({ reactions: JSON.stringify([...others, reaction]) })
    .where("company_id", "=", companyId).where("id", "=", message.id).execute();
  await recordActivities(trx, { companyId, userId: null }, [{
    verb: silentVerb,
    subject: { contact_id: contact.id },
    clientId: contact.converted_client_id,
  }]);
  return { of };
}
