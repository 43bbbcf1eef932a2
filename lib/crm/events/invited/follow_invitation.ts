import { sql } from "kysely";
import {
  type CalendarEvent,
  calendarEvents,
  inCalendar,
  longestPlace,
} from "@/lib/crm/contacts/conversation/invitation/in_calendar.ts";
import { invitationOf } from "@/lib/crm/contacts/conversation/invitation/invited.ts";
import { isSuperseded } from "@/lib/crm/contacts/conversation/mail_record.ts";
import { changeEvent, findEvent, trashEvent } from "@/lib/crm/events/events.ts";
import { icalColumns } from "@/lib/crm/events/invited/invited_values.ts";
import { notifyInvitedEvent } from "@/lib/crm/notices/event_notices.ts";
import type { MailFacts } from "@/lib/db/tables/channels.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { cutText } from "@/lib/input/cut_text.ts";
import { problem } from "@/lib/input/errors.ts";
import { type Actor, lockRecord } from "@/lib/records/records.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

interface Update {
  message_id: number;
  version?: number;
}

interface Row {
  mail: MailFacts | null;
  isSuperseded: boolean;
  events: CalendarEvent[] | null;
}

/**
 * Moves or cancels an event by a later mail of its contact. Only ever at a member's press.
 * @throws Problem not_found, version_conflict, validation_failed (no mail of its contact),
 *   invalid_transition (that mail changes nothing of it)
 */
export async function followInvitation(
  trx: Trx,
  actor: Actor,
  id: number,
  { message_id, version }: Update,
  now = currentTime(),
) {
  const { companyId } = actor;
  const before = await lockRecord(trx, "events", actor, id, { version });
  const { rows: [row] } = await sql<Row>`
    select e.mail, ${isSuperseded("e")} as "isSuperseded", ${calendarEvents("e")} as events
    from contact_messages e
    where e.company_id = ${companyId} and e.id = ${message_id} and e.deleted_at is null
      and e.contact_id = ${before.contact_id}`.execute(trx);
  const invitation = row?.mail && invitationOf(row.mail);
  if (!invitation) {
    throw problem("validation_failed", { fields: { message_id: inputWords.notInvited } });
  }
  const own = row!.events?.filter((event) => event.id === id) ?? [];
  const options = { isSuperseded: row!.isSuperseded, now };
  const update = invitation.events
    .map((invited) => ({ invited, ...inCalendar(invited, own, options) }))
    .find(({ standing }) => standing === "move" || standing === "cancel");
  if (!update) throw problem("invalid_transition", { details: { allowed: [] } });
  const { invited, standing, times } = update;
  await trx.updateTable("events").set(icalColumns(invited, now))
    .where("company_id", "=", companyId).where("id", "=", id).execute();
  if (standing === "cancel") {
    await notifyInvitedEvent(trx, actor, { event: before, isCancelled: true });
    return await trashEvent(trx, actor, id);
  }
  const location = invited.place && cutText(invited.place, longestPlace);
  await changeEvent(trx, actor, id, { ...times!, ...location ? { location } : {} });
  const event = await findEvent(trx, actor, id);
  await notifyInvitedEvent(trx, actor, {
    event: { ...before, ...times!, location: location ?? before.location },
    isCancelled: false,
  });
  return event;
}
