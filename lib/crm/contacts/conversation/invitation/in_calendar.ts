import { type RawBuilder, sql } from "kysely";
import {
  atNextDate,
  isCalledOff,
  type StoredEvent,
} from "@/lib/crm/contacts/conversation/invitation/invited.ts";
import {
  type EventTimes,
  invitedTimes,
} from "@/lib/crm/contacts/conversation/invitation/invited_times.ts";

/** Meaning of an invitation for the calendar's event that came of it (RFC 5546, 2.1.5). */

/** An event of the calendar, in the trash too, as SQL gives it. */
export interface CalendarEvent {
  id: number;
  version: number;
  uid: string;
  occurrence: string | null;
  sequence: number;
  stampedAt: string | null;
  organizer: string | null;
  startsAt: string;
  endsAt: string;
  isAllDay: boolean;
  place: string | null;
  isInTrash: boolean;
  timeZone: string;
}

export const standings = ["current", "newer", "move", "cancel", "cancelled"] as const;
/**
 * `current`: it stands as this mail has it, or as somebody changed it since. `newer`: as a later
 * one. `move`, `cancel`: this mail may change it. `cancelled`: it went to the trash by this one.
 */
export type Standing = (typeof standings)[number];

export interface InCalendar {
  event: CalendarEvent;
  standing: Standing;
  /** The mail's times on the company's clock; null without any. */
  times: EventTimes | null;
}

export const longestPlace = 500;

/** Events of the contact with the ids that a mail names; of the mail `table`, as JSON. */
export function calendarEvents(table: string): RawBuilder<CalendarEvent[] | null> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const mail = column("mail");
  return sql<CalendarEvent[] | null>`
    case when ${mail} #>> '{invitation,method}' <> 'reply' then (
      select jsonb_agg(jsonb_build_object('id', v.id, 'version', v.version, 'uid', v.ical_uid,
        'occurrence', v.ical_occurrence, 'sequence', v.ical_sequence, 'stampedAt',
        v.ical_stamped_at, 'organizer', v.ical_organizer, 'startsAt', v.starts_at, 'endsAt',
        v.ends_at, 'isAllDay', v.all_day, 'place', v.location, 'isInTrash',
        v.deleted_at is not null, 'timeZone', c.timezone) order by v.id desc)
      from events v join companies c on c.id = v.company_id
      where v.company_id = ${column("company_id")} and v.contact_id = ${column("contact_id")}
        and v.ical_uid in (
          select ${mail} #>> '{invitation,uid}'
          union all
          select one ->> 'uid' from jsonb_array_elements(${mail} #> '{invitation,more}') one)
    ) end`;
}

interface Options {
  isSuperseded: boolean;
  now: Date;
}

/** The newest of the events that the mail's is about, those in the trash last. */
export function inCalendar(
  invited: StoredEvent,
  events: readonly CalendarEvent[],
  { isSuperseded, now }: Options,
): InCalendar | null {
  const next = atNextDate(invited, now);
  const organizer = invited.organizer?.address ?? null;
  const about = events.filter((event) =>
    event.uid === invited.uid && event.organizer === organizer && isAbout(event, invited, now)
  );
  const event = about.find(({ isInTrash }) => !isInTrash) ?? about[0];
  if (!event) return null;
  const times = invitedTimes(
    { starts_at: next.startsAt, ends_at: next.endsAt, all_day: next.isAllDay },
    event.timeZone,
  );
  const order = compareVersions(invited, event);
  if (event.isInTrash) {
    const isByThis = isCalledOff(invited) && order === 0;
    return isByThis ? { event, standing: "cancelled", times } : null;
  }
  const standing = standingOf(event, { invited: next, times, order });
  const isOpen = standing === "move" || standing === "cancel";
  return { event, standing: isOpen && isSuperseded ? "current" : standing, times };
}

/** A whole series is about those of its dates that are not over. */
function isAbout(event: CalendarEvent, { occurrence }: StoredEvent, now: Date): boolean {
  if (event.occurrence === occurrence) return true;
  return occurrence === null && (event.isInTrash || new Date(event.endsAt) > now);
}

function standingOf(
  event: CalendarEvent,
  { invited, times, order }: { invited: StoredEvent; times: EventTimes | null; order: number },
): Standing {
  if (order < 0) return "newer";
  if (isCalledOff(invited)) return "cancel";
  return order > 0 && times && isElsewhere(event, invited, times) ? "move" : "current";
}

export function isElsewhere(
  event: Pick<CalendarEvent, "startsAt" | "endsAt" | "isAllDay" | "place">,
  { place }: Pick<StoredEvent, "place">,
  times: EventTimes,
): boolean {
  return new Date(event.startsAt).getTime() !== times.starts_at.getTime() ||
    new Date(event.endsAt).getTime() !== times.ends_at.getTime() ||
    event.isAllDay !== times.all_day || place !== null && place !== event.place;
}

function compareVersions(
  invited: Pick<StoredEvent, "sequence" | "stampedAt">,
  event: Pick<CalendarEvent, "sequence" | "stampedAt">,
): number {
  const bySequence = (invited.sequence ?? 0) - event.sequence;
  if (bySequence !== 0) return bySequence;
  const [stamp, other] = [invited.stampedAt ?? "", event.stampedAt ?? ""];
  return stamp > other ? 1 : stamp < other ? -1 : 0;
}
