import { fieldsOf, type Line, partsOf } from "@/lib/channels/email/read/calendar/ical_lines.ts";
import { zoneNamed } from "@/lib/channels/email/read/calendar/zone_names.ts";

/** Clocks of a calendar: by their own names, or by the rules that it brings (RFC 5545, 3.6.5). */

export interface Zones {
  rules: ReadonlyMap<string, readonly Clock[]>;
  /** Time zones by the name that the file uses; undefined for an unknown name. */
  named: Map<string, string | undefined>;
  /** Time zone of times whose own zone is unknown. */
  local: string;
}

/** Standard or summer time: what it shows, and since when in a year. */
interface Clock {
  offset: string;
  begins: (year: number) => Temporal.PlainDateTime | undefined;
}

export function zonesIn(lines: readonly string[]): Pick<Zones, "rules" | "named"> {
  const zones = new Map<string, readonly Clock[]>();
  for (const zone of partsOf(lines, "VTIMEZONE")) {
    const id = fieldsOf(zone).get("TZID")?.value;
    const parts = ["STANDARD", "DAYLIGHT"].flatMap((name) => partsOf(zone, name));
    if (id) {
      zones.set(
        id,
        parts.map((part) => clockOf(fieldsOf(part))).filter((one) => one !== null),
      );
    }
  }
  return { rules: zones, named: new Map() };
}

export function inZone(
  time: Temporal.PlainDateTime,
  name: string | undefined,
  { rules, named, local }: Zones,
): Temporal.ZonedDateTime {
  if (name === undefined) return time.toZonedDateTime(local);
  try {
    return time.toZonedDateTime(name);
  } catch {
    const offset = offsetAt(time, rules.get(name) ?? []);
    if (!named.has(name)) named.set(name, offset ? undefined : zoneNamed(name));
    return time.toZonedDateTime(offset ?? named.get(name) ?? local);
  }
}

function offsetAt(time: Temporal.PlainDateTime, clocks: readonly Clock[]): string | undefined {
  const changes = clocks.flatMap(({ offset, begins }) =>
    [time.year - 1, time.year].flatMap((year) => {
      const at = begins(year);
      return at && Temporal.PlainDateTime.compare(at, time) <= 0 ? [{ at, offset }] : [];
    })
  ).sort((a, b) => Temporal.PlainDateTime.compare(a.at, b.at));
  return (changes.at(-1) ?? clocks[0])?.offset;
}

function clockOf(fields: Map<string, Line>): Clock | null {
  const [, hours, minutes] = /^([+-]\d\d)(\d\d)/.exec(fields.get("TZOFFSETTO")?.value ?? "") ?? [];
  const start = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(fields.get("DTSTART")?.value ?? "");
  if (!hours || !start) return null;
  const [first, startMonth, startDay, hour, minute] = start.slice(1).map(Number);
  const rule = fields.get("RRULE")?.value.toUpperCase() ?? "";
  const month = Number(/BYMONTH=(\d+)/.exec(rule)?.[1] ?? startMonth);
  const [, nth, weekday] = /BYDAY=([+-]?\d)(MO|TU|WE|TH|FR|SA|SU)/.exec(rule) ?? [];
  return {
    offset: `${hours}:${minutes}`,
    begins: (year) => {
      // Without a rule it began once.
      const shownYear = rule ? year : first!;
      if (year < first!) return undefined;
      const day = weekday ? dayOf(shownYear, month, Number(nth), weekday) : startDay!;
      return Temporal.PlainDateTime.from({
        year: shownYear,
        month,
        day,
        hour: hour!,
        minute: minute!,
      });
    },
  };
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Day of the month's second Sunday, or of its last one (-1). */
function dayOf(year: number, month: number, nth: number, weekday: string): number {
  const wanted = weekdays.indexOf(weekday) + 1;
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  const days = first.daysInMonth;
  const earliest = 1 + (wanted - first.dayOfWeek + 7) % 7;
  const latest = earliest + 7 * Math.floor((days - earliest) / 7);
  return nth < 0 ? latest + 7 * (nth + 1) : Math.min(earliest + 7 * (nth - 1), latest);
}

/** The zone whose summer the dates of a rule follow; a bare offset where its name says no place. */
export function ruleZone(time: Temporal.ZonedDateTime, name: string | undefined): string {
  const zone = name === undefined ? undefined : zoneNamed(name);
  const isSame = zone !== undefined && time.withTimeZone(zone).offset === time.offset;
  return isSame ? zone : time.timeZoneId;
}
