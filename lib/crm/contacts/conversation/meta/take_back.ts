import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { EventOf } from "@/lib/channels/handlers.ts";
import { type EventOutcome, messageKey } from "@/lib/channels/in/meta/outcome.ts";
import { type LockedMessage, lockMessage } from "@/lib/crm/contacts/conversation/meta/find.ts";
import { replaceFirst } from "@/lib/crm/contacts/conversation/meta/first_text.ts";
import { replaceNotices } from "@/lib/crm/notices/taken_back.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities, silentVerb } from "@/lib/records/activities.ts";

/** Empties a message that its sender took back: its place and its time stay. */
export async function takeBack(
  trx: Trx,
  account: Account,
  { id, at }: EventOf<"unsent">,
): Promise<EventOutcome> {
  const locked = await lockMessage(trx, account, id);
  if (!locked) return { waitsFor: messageKey(id) };
  const { contact, message } = locked;
  if (!message.unsent_at) await empty(trx, locked, at);
  return { of: { contactId: contact.id, messageId: message.id } };
}

async function empty(trx: Trx, { contact, message }: LockedMessage, at: Date): Promise<void> {
  const { company_id: companyId, id } = message;
  const wordings = [message.body, ...(message.earlier ?? []).map(({ body }) => body)];
  await trx.updateTable("contact_messages").set({
    body: "",
    subject: null,
    html: null,
    quoted: null,
    content: null,
    earlier: null,
    reactions: null,
    unsent_at: at,
    // A story that it mentions or answers is part of what it said.
    ...(message.source?.kind.startsWith("story") ? { source: null } : {}),
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
  await trx.deleteFrom("files").where("company_id", "=", companyId)
    .where("message_id", "=", id).execute();
  await trx.updateTable("channel_events").set({ body: null })
    .where("company_id", "=", companyId).where("message_id", "=", id).execute();
  await sql`
    update outbox set payload = jsonb_set(payload, '{text}', '""')
    where company_id = ${companyId} and message_id = ${id}
      and state not in ('queued', 'sending')`.execute(trx);
  for (const wording of wordings) await replaceFirst(trx, contact, wording, "");
  await replaceNotices(trx, contact, { since: message.created_at, wordings });
  await recordActivities(trx, { companyId, userId: null }, [{
    verb: silentVerb,
    subject: { contact_id: contact.id },
    clientId: contact.converted_client_id,
  }]);
}
