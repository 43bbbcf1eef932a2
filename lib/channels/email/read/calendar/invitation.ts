import { createHash } from "node:crypto";
import { cleanAddress, cleanLine } from "@/lib/channels/email/read/headers.ts";
import {
  fieldsOf,
  type Line,
  partsOf,
  unfolded,
} from "@/lib/channels/email/read/calendar/ical_lines.ts";
import {
  inZone,
  ruleZone,
  type Zones,
  zonesIn,
} from "@/lib/channels/email/read/calendar/ical_zones.ts";
import { nextDate } from "@/lib/channels/email/read/calendar/next_date.ts";
import { repeatOf } from "@/lib/channels/email/read/calendar/repeat.ts";
import type { Repeat } from "@/lib/channels/email/read/calendar/rule.ts";
import type { Invitation, InvitedEvent } from "@/lib/channels/email/read/mail.ts";
import type { Attachment } from "@/lib/channels/email/read/mime/parsed.ts";

/** Reads the events of a mail's iCalendar part (RFC 5545, 5546, 6047). */

const longest = 200_000;
const mostRead = 100;
const mostShown = 10;
const mostSequence = 2_147_483_647;
const longestUid = 254;
/** The method ADD adds dates to a series and is no version of it. */
const addsDates = "add";

interface Place {
  /** Time zone of times that name none. */
  timeZone: string;
  /** The mail's: events that are over by then stand last. */
  at: Date;
}

export function readInvitation(parts: readonly Attachment[], place: Place): Invitation | null {
  for (const part of parts.filter(isCalendar)) {
    const text = part.text ?? new TextDecoder().decode(part.content.subarray(0, longest));
    const lines = unfolded(text.slice(0, longest));
    const invitation = invitationIn(lines, part.method ?? "", place);
    if (invitation) return invitation;
  }
  return null;
}

function isCalendar({ mimeType, filename }: Attachment): boolean {
  return /^(?:text\/calendar|application\/ics)$/.test(mimeType) ||
    mimeType === "application/octet-stream" && !!filename?.toLowerCase().endsWith(".ics");
}

function invitationIn(
  lines: readonly string[],
  partMethod: string,
  { timeZone, at }: Place,
): Invitation | null {
  const components = partsOf(lines, "VEVENT");
  const zones = { ...zonesIn(lines), local: timeZone };
  const [calendar = []] = partsOf(lines, "VCALENDAR");
  const method = (fieldsOf(calendar).get("METHOD")?.value ?? partMethod).toLowerCase();
  const read = components.slice(0, mostRead).map((part) => eventOf(fieldsOf(part), zones))
    .map((event) => ({
      ...event,
      uid: method === addsDates ? null : event.uid,
      isCancelled: event.isCancelled || method === "cancel",
    }));
  const events = inOrder(newestOfEach(read), at, timeZone);
  const [first, ...rest] = events;
  if (!first) return null;
  const { organizer, ...event } = first;
  return {
    ...event,
    method: first.isCancelled ? "cancel" : methods.get(method) ?? "other",
    organizer,
    more: rest.slice(0, mostShown - 1).map(({ organizer: _, ...other }) => other),
    count: components.length > mostRead ? components.length : events.length,
  };
}

/** Guests send a `reply`; only the organiser changes an event (RFC 5546). */
const methods = new Map<string, Invitation["method"]>([
  ["request", "request"],
  ["cancel", "cancel"],
  ["reply", "reply"],
  ["counter", "reply"],
  ["declinecounter", "reply"],
  ["refresh", "reply"],
]);

type ReadEvent = InvitedEvent & Pick<Invitation, "organizer">;

function eventOf(event: ReadonlyMap<string, Line>, zones: Zones): ReadEvent {
  const isDays = event.get("X-MICROSOFT-CDO-ALLDAYEVENT")?.value.toUpperCase() === "TRUE";
  const [start, end] = [event.get("DTSTART"), event.get("DTEND")].map((line) => {
    const time = timeOf(line, zones);
    return isDays && time instanceof Temporal.ZonedDateTime ? time.toPlainDate() : time;
  }) as [Time | null, Time | null];
  const organizer = event.get("ORGANIZER");
  const address = cleanAddress(organizer?.value.replace(/^mailto:/i, ""));
  const version = event.get("SEQUENCE") ?? event.get("X-MICROSOFT-CDO-APPT-SEQUENCE");
  const sequence = Number(/^\d{1,10}$/.exec(version?.value ?? "")?.[0] ?? 0);
  return {
    uid: uidOf(event.get("UID")?.value ?? ""),
    occurrence: formatTime(timeOf(event.get("RECURRENCE-ID"), zones)),
    sequence: Math.min(sequence, mostSequence),
    stampedAt: formatTime(timeOf(event.get("DTSTAMP"), zones)),
    title: textOf(event.get("SUMMARY")),
    place: textOf(event.get("LOCATION")),
    startsAt: formatTime(start),
    endsAt: formatTime(end ?? later(start, event.get("DURATION"))),
    isAllDay: start instanceof Temporal.PlainDate,
    isCancelled: event.get("STATUS")?.value.toUpperCase() === "CANCELLED",
    repeat: start && repeatIn(event, start, zones),
    organizer: address === null
      ? null
      : { name: cleanLine(organizer!.params.get("CN") ?? "", 200), address },
  };
}

/** Exchange writes those of other calendars in hexadecimal digits, twice as long. */
function uidOf(text: string): string | null {
  const uid = cleanLine(text, text.length);
  if (uid === null || uid.length <= longestUid) return uid;
  return `${uid.slice(0, 180)}~${createHash("sha256").update(uid).digest("hex")}`.toWellFormed();
}

function repeatIn(event: ReadonlyMap<string, Line>, start: Time, zones: Zones): Repeat | null {
  const rule = event.get("RRULE");
  if (!rule || event.has("RECURRENCE-ID")) return null;
  const isTimed = start instanceof Temporal.ZonedDateTime;
  const timeZone = isTimed
    ? ruleZone(start, event.get("DTSTART")!.params.get("TZID"))
    : zones.local;
  return repeatOf(rule, {
    day: isTimed ? start.withTimeZone(timeZone).toPlainDate() : start,
    time: isTimed ? start.withTimeZone(timeZone).toPlainTime() : null,
    timeZone,
  }, {
    isPlain: !["EXDATE", "RDATE", "EXRULE"].some((name) => event.has(name)),
    timeOf: (value) => timeOf({ value, params: event.get("DTSTART")!.params }, zones),
  });
}

/** One event per id: the latest, and of one that repeats the whole before its exceptions. */
function newestOfEach(events: readonly ReadEvent[]): ReadEvent[] {
  const newest = new Map<string, ReadEvent>();
  const withExceptions = new Set<string>();
  for (const [at, event] of events.entries()) {
    const id = event.uid ?? `${at}`;
    const other = newest.get(id);
    if (event.occurrence) withExceptions.add(id);
    if (!other || isNewer(event, other)) newest.set(id, event);
  }
  return [...newest].map(([id, event]) =>
    event.repeat && withExceptions.has(id)
      ? { ...event, repeat: { ...event.repeat, isPlain: false } }
      : event
  );
}

function isNewer(event: ReadEvent, other: ReadEvent): boolean {
  if (!event.occurrence !== !other.occurrence) return !event.occurrence;
  if (event.occurrence !== other.occurrence) return false;
  return event.sequence !== other.sequence
    ? event.sequence > other.sequence
    : (event.stampedAt ?? "") > (other.stampedAt ?? "");
}

/** The next one first; those that are over or cancelled last. */
function inOrder(events: readonly ReadEvent[], at: Date, timeZone: string): ReadEvent[] {
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const placed = events.map((event) => {
    const { startsAt, endsAt, isOver } = nextDate(event, at);
    const from = event.isAllDay ? today : now.toString();
    const isPast = endsAt === null ? startsAt !== null && startsAt < from : endsAt <= from;
    const goesOn = event.repeat != null && !isOver;
    return {
      event,
      rank: event.isCancelled ? 2 : isPast && !goesOn ? 1 : 0,
      day: startsAt ?? "9999",
    };
  });
  return placed.toSorted((a, b) => a.rank - b.rank || (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ event }) => event);
}

function textOf(line: Line | undefined): string | null {
  if (!line) return null;
  const text = line.value.replace(/\\([nN,;\\])/g, (_, char) => /n/i.test(char) ? " " : char);
  return cleanLine(text, 200);
}

type Time = Temporal.PlainDate | Temporal.ZonedDateTime;

function timeOf(line: Line | undefined, zones: Zones): Time | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(line?.value ?? "");
  if (!line || !match) return null;
  const [, year, month, day, hour, minute, second, zulu] = match;
  const date = `${year}-${month}-${day}`;
  try {
    if (hour === undefined) return Temporal.PlainDate.from(date);
    const time = Temporal.PlainDateTime.from(`${date}T${hour}:${minute}:${second}`);
    return inZone(time, zulu ? "UTC" : line.params.get("TZID"), zones);
  } catch {
    return null;
  }
}

/** End of an event that has a DURATION instead of a DTEND. */
function later(time: Time | null, line: Line | undefined): Time | null {
  if (!time || !line) return null;
  try {
    return time.add(Temporal.Duration.from(line.value));
  } catch {
    return null;
  }
}

function formatTime(time: Time | null): string | null {
  return (time instanceof Temporal.ZonedDateTime ? time.toInstant() : time)?.toString() ?? null;
}
