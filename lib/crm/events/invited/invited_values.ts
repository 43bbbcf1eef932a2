import { sql } from "kysely";
import {
  atNextDate,
  invitationOf,
  isCalledOff,
  type StoredEvent,
} from "@/lib/crm/contacts/conversation/invitation/invited.ts";
import type { MailFacts } from "@/lib/db/tables/channels.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/** The mail whose calendar makes an event, and the number of the event in it, from 0. */
export interface GivenInvitation {
  message_id: number;
  event: number;
}

/** The mail's contact, and what its calendar calls the event. @throws Problem validation_failed */
export async function invitedValues(
  trx: Trx,
  { companyId }: Tenant,
  { message_id, event: place }: GivenInvitation,
  now: Date,
) {
  const { rows: [message] } = await sql<{ contact_id: number; mail: MailFacts | null }>`
    select contact_id, mail from contact_messages
    where company_id = ${companyId} and id = ${message_id} and deleted_at is null`.execute(trx);
  const invitation = message?.mail && invitationOf(message.mail);
  if (!invitation || invitation.method === "reply") throw refused("message_id");
  const event = invitation.events[place];
  if (!event || isCalledOff(event)) throw refused("event");
  return { contactId: message!.contact_id, columns: icalColumns(event, now) };
}

function refused(name: keyof GivenInvitation) {
  return problem("validation_failed", {
    fields: { [`invitation.${name}`]: inputWords.notInvited },
  });
}

/** Columns that recognise the event in later mails; empty where it has no id. */
export function icalColumns(event: StoredEvent, now: Date) {
  const { uid, sequence, stampedAt, organizer } = event;
  if (uid === null) return {};
  return {
    ical_uid: uid,
    ical_occurrence: atNextDate(event, now).occurrence,
    ical_sequence: sequence ?? 0,
    ical_stamped_at: stampedAt ?? null,
    ical_organizer: organizer?.address ?? null,
  };
}
