import type { Attachment } from "postal-mime";
import { cleanAddress, cleanLine } from "@/lib/channels/email/read/headers.ts";
import { fieldsOf, type Line, partsOf, unfolded } from "@/lib/channels/email/read/ical_lines.ts";
import { inZone, type Zones, zonesIn } from "@/lib/channels/email/read/ical_zones.ts";
import type { Invitation } from "@/lib/channels/email/read/mail.ts";

/** Reads the first event of a mail's iCalendar part (RFC 5545, 6047). */

const longest = 200_000;

export function readInvitation(parts: readonly Attachment[]): Invitation | null {
  const part = parts.find(({ mimeType }) => /^(text\/calendar|application\/ics)$/.test(mimeType));
  if (!part) return null;
  const bytes = new Uint8Array(part.content as ArrayBuffer).subarray(0, longest);
  const lines = unfolded(new TextDecoder().decode(bytes));
  const [found] = partsOf(lines, "VEVENT");
  if (!found) return null;
  const event = fieldsOf(found);
  const [calendar = []] = partsOf(lines, "VCALENDAR");
  const zones = zonesIn(lines);
  const start = timeOf(event.get("DTSTART"), zones);
  const end = timeOf(event.get("DTEND"), zones) ?? later(start, event.get("DURATION"));
  const method = (fieldsOf(calendar).get("METHOD")?.value ?? part.method ?? "").toLowerCase();
  const organizer = event.get("ORGANIZER");
  const address = cleanAddress(organizer?.value.replace(/^mailto:/i, ""));
  return {
    method: methods.find((known) => known === method) ?? "other",
    uid: cleanLine(event.get("UID")?.value ?? "", 254),
    title: textOf(event.get("SUMMARY")),
    place: textOf(event.get("LOCATION")),
    startsAt: shown(start),
    endsAt: shown(end),
    isAllDay: start instanceof Temporal.PlainDate,
    organizer: address === null ? null : {
      name: cleanLine(organizer!.params.get("CN") ?? "", 200),
      address,
    },
  };
}

const methods = ["request", "cancel", "reply"] as const;

function textOf(line: Line | undefined): string | null {
  if (!line) return null;
  const text = line.value.replace(/\\([nN,;\\])/g, (_, char) => /n/i.test(char) ? " " : char);
  return cleanLine(text, 200);
}

type Time = Temporal.PlainDate | Temporal.ZonedDateTime;

function timeOf(line: Line | undefined, zones: Zones): Time | null {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(line?.value ?? "");
  if (!line || !found) return null;
  const [, year, month, day, hour, minute, second, zulu] = found;
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

function shown(time: Time | null): string | null {
  return (time instanceof Temporal.ZonedDateTime ? time.toInstant() : time)?.toString() ?? null;
}
