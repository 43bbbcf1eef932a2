import type { Attachment } from "postal-mime";
import { cleanAddress, cleanLine } from "@/lib/channels/email/read/headers.ts";
import type { Invitation } from "@/lib/channels/email/read/mail.ts";

/** The event that a mail invites to (RFC 5545, 6047): its first one. */

const longest = 200_000;

interface Line {
  params: Map<string, string>;
  value: string;
}

export function readInvitation(parts: readonly Attachment[]): Invitation | null {
  const part = parts.find(({ mimeType }) => /^(text\/calendar|application\/ics)$/.test(mimeType));
  if (!part) return null;
  const bytes = new Uint8Array(part.content as ArrayBuffer).subarray(0, longest);
  const lines = unfolded(new TextDecoder().decode(bytes));
  const from = lines.findIndex((line) => /^BEGIN:VEVENT$/i.test(line));
  if (from < 0) return null;
  const length = lines.slice(from).findIndex((line) => /^END:VEVENT$/i.test(line));
  const event = fieldsOf(lines.slice(from + 1, length < 0 ? undefined : from + length));
  const calendar = fieldsOf(lines.slice(0, from));
  const [start, end] = [event.get("DTSTART"), event.get("DTEND")];
  const method = (calendar.get("METHOD")?.value ?? part.method ?? "").toLowerCase();
  const organizer = event.get("ORGANIZER");
  const address = cleanAddress(organizer?.value.replace(/^mailto:/i, ""));
  return {
    method: methods.find((known) => known === method) ?? "other",
    uid: cleanLine(event.get("UID")?.value ?? "", 254),
    title: textOf(event.get("SUMMARY")),
    place: textOf(event.get("LOCATION")),
    startsAt: start ? timeOf(start) : null,
    endsAt: end ? timeOf(end) : null,
    isAllDay: start !== undefined && /^\d{8}$/.test(start.value),
    organizer: address === null ? null : {
      name: cleanLine(organizer!.params.get("CN")?.replace(/^"|"$/g, "") ?? "", 200),
      address,
    },
  };
}

const methods = ["request", "cancel", "reply"] as const;

function unfolded(text: string): string[] {
  return text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
}

function fieldsOf(lines: string[]): Map<string, Line> {
  const fields = new Map<string, Line>();
  let depth = 0;
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) depth++;
    const found = depth === 0 && /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;])*)*):(.*)$/s.exec(line);
    if (/^END:/i.test(line)) depth = Math.max(0, depth - 1);
    if (!found) continue;
    const [, name, params, value] = found;
    if (fields.has(name!.toUpperCase())) continue;
    const pairs = [...params!.matchAll(/;([\w-]+)=("[^"]*"|[^";]*)/g)];
    fields.set(name!.toUpperCase(), {
      params: new Map(pairs.map(([, key, said]) => [key!.toUpperCase(), said!])),
      value: value!.trim(),
    });
  }
  return fields;
}

function textOf(line: Line | undefined): string | null {
  if (!line) return null;
  const text = line.value.replace(/\\([nN,;\\])/g, (_, char) => /n/i.test(char) ? " " : char);
  return cleanLine(text, 200);
}

/** A day, or an instant; a zone that this process does not know is taken as UTC. */
function timeOf({ value, params }: Line): string | null {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, zulu] = found;
  const date = `${year}-${month}-${day}`;
  try {
    if (hour === undefined) return Temporal.PlainDate.from(date).toString();
    const time = Temporal.PlainDateTime.from(`${date}T${hour}:${minute}:${second}`);
    const zone = zulu ? "UTC" : params.get("TZID")?.replace(/^"|"$/g, "") ?? "UTC";
    return zonedOr(time, zone).toInstant().toString();
  } catch {
    return null;
  }
}

function zonedOr(time: Temporal.PlainDateTime, zone: string): Temporal.ZonedDateTime {
  try {
    return time.toZonedDateTime(zone);
  } catch {
    return time.toZonedDateTime("UTC");
  }
}
