import type { Selectable } from "kysely";
import { messageVerbs } from "@/lib/crm/contacts/message.ts";
import { afterMessage, isAnswered } from "@/lib/crm/contacts/messages.ts";
import { closeConversation } from "@/lib/crm/notices/conversations.ts";
import { notifyWroteAgain } from "@/lib/crm/notices/contacts.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/crm_schema.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { type Actor, changeRecord } from "@/lib/records/records.ts";

interface Said {
  direction: "in" | "out";
  text: string;
  /** How many. */
  files: number;
  sentAt: Date;
  isQuiet?: boolean;
}

/**
 * A known contact has written, or was answered elsewhere: it is `new` again, and its assignee hears
 * of it, else those who want to.
 */
export async function continueThread(
  trx: Trx,
  actor: Actor,
  contact: Selectable<Contacts>,
  said: Said,
): Promise<void> {
  const { direction, sentAt } = said;
  const isOut = direction === "out";
  const isQuiet = said.isQuiet || (contact.held && !isOut);
  const { row, changes } = await changeRecord(trx, "contacts", actor, contact, {
    ...afterMessage(contact, direction, sentAt),
    ...(isQuiet ? { status: contact.status } : {}),
    // An answer shows that somebody has seen it.
    ...(isOut ? { held: false } : {}),
  });
  const { last_message_at: _at, last_direction: _direction, first_response_at: _first, ...shown } =
    changes;
  await recordActivities(trx, actor, [{
    verb: messageVerbs[direction],
    subject: { contact_id: contact.id },
    clientId: contact.converted_client_id,
    changes: shown,
    by: isOut ? "system" : "public",
  }]);
  if (!said.isQuiet && isAnswered(direction, row)) await closeConversation(trx, actor, contact.id);
  if (!isOut && !isQuiet) await notifyWroteAgain(trx, actor, row, said);
}
