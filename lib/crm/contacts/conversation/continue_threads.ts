import type { Selectable } from "kysely";
import { messageVerbs } from "@/lib/crm/contacts/message.ts";
import { afterMessage, isAnswered } from "@/lib/crm/contacts/messages.ts";
import { closeConversation } from "@/lib/crm/notices/conversations.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { updateMany } from "@/lib/records/bulk/many.ts";
import { type Actor, differences } from "@/lib/records/records.ts";

interface ThreadMessage {
  direction: "in" | "out";
  text: string;
  /** Number of files. */
  files: number;
  sentAt: Date;
  isQuiet?: boolean;
  /** The account that it came by. */
  via?: number;
}

export interface Continued {
  contact: Selectable<Contacts>;
  message: ThreadMessage;
}

/**
 * Continues the threads of known contacts, each contact once, with a message from or to them; one
 * who wrote is `new` again. @returns the threads to notify of
 */
export async function continueThreads(
  trx: Trx,
  actor: Actor,
  continued: readonly Continued[],
): Promise<Continued[]> {
  const changed = continued.map(({ contact, message }) => {
    const isOut = message.direction === "out";
    const after = afterMessage(contact, message.direction, message.sentAt);
    const changes = differences(contact, {
      ...after,
      ...(isQuiet({ contact, message }) ? { status: contact.status } : {}),
      // An answer shows that somebody has seen it.
      ...(isOut ? { held: false } : {}),
    });
    const closes = !message.isQuiet && isAnswered(message.direction, { ...contact, ...after });
    return { contact, isOut, closes, changes };
  });
  const alike = Map.groupBy(changed, ({ changes }) => Object.keys(changes).join());
  for (const some of alike.values()) {
    const changes = some.map(({ contact: { id }, changes }) => {
      const values = Object.entries(changes).map(([name, [, value]]) => [name, value]);
      return { id, values: Object.fromEntries(values) };
    });
    await updateMany(trx, "contact", actor, changes);
  }
  await recordActivities(
    trx,
    actor,
    changed.map(({ contact, isOut, changes }) => {
      const {
        last_message_at: _at,
        last_direction: _direction,
        first_response_at: _first,
        ...visible
      } = changes;
      return {
        verb: messageVerbs[isOut ? "out" : "in"],
        subject: { contact_id: contact.id },
        clientId: contact.converted_client_id,
        changes: visible,
        by: isOut ? "system" as const : "public" as const,
      };
    }),
  );
  for (const { contact, closes } of changed) {
    if (closes) await closeConversation(trx, actor, contact.id);
  }
  return continued.filter((one) => one.message.direction === "in" && !isQuiet(one));
}

function isQuiet({ contact, message }: Continued): boolean {
  return message.isQuiet || (contact.held && message.direction === "in");
}
