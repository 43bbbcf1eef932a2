import { windowsZones } from "@/lib/channels/email/read/calendar/windows_zones.ts";

/** Names of time zones as calendars write them, and the IANA zones that they mean. */

const longestName = 200;
const mostPlaces = 5;
const areas = ["Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian"];

/** @returns a name or an offset that Temporal knows, undefined where it means nothing known */
export function zoneNamed(label: string): string | undefined {
  if (label.length > longestName) return undefined;
  const name = label.replaceAll('"', "").trim();
  return supported(name) ?? ofWindows(name) ?? ofPath(name) ?? ofDisplayName(name);
}

function supported(name: string): string | undefined {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return name;
  } catch {
    return undefined;
  }
}

/** `Romance Standard Time`, or `Romance Daylight Time 1`. */
function ofWindows(name: string): string | undefined {
  const words = name.toLowerCase().split(/\s/).filter((word) => !/^\d$/.test(word));
  const usual = words.map((word) => word === "daylight" || word === "summer" ? "standard" : word);
  return windowsZones.get(name.toLowerCase()) ?? windowsZones.get(usual.join(" "));
}

/** `/freeassociation.sourceforge.net/Europe/Madrid` */
function ofPath(name: string): string | undefined {
  const parts = name.split("/");
  if (parts.length < 3) return undefined;
  return [3, 2, 1].map((count) => supported(parts.slice(-count).join("/"))).find(Boolean);
}

/** `(UTC+01:00) Brussels, Copenhagen, Madrid, Paris`: the first place whose clock shows that. */
function ofDisplayName(name: string): string | undefined {
  const match = /^\(?(?:UTC|GMT)(?:([+-])(\d\d?)[:.]?(\d\d)?)?\)?(.*)$/i.exec(name);
  if (!match) return undefined;
  const [, sign = "+", hours = "0", minutes = "00", rest = ""] = match;
  const offset = `${sign}${hours.padStart(2, "0")}:${minutes}`;
  const places = rest.slice(rest.lastIndexOf(":") + 1).split(",").slice(0, mostPlaces)
    .map((place) => place.trim()).filter(Boolean);
  const named = /^([\w ]+) Time\b/i.exec(rest.trim())?.[1];
  return (named && ofWindows(`${named} Standard Time`)) ??
    places.flatMap((place) => zonesOf(place)).find((zone) => showsSometimes(zone, offset)) ??
    supported(offset);
}

function zonesOf(place: string): string[] {
  const city = place.replaceAll(" ", "_");
  return areas.map((area) => supported(`${area}/${city}`)).filter((zone) => zone !== undefined);
}

function showsSometimes(zone: string, offset: string): boolean {
  return ["2026-01-01T00:00:00Z", "2026-07-01T00:00:00Z"].some((at) =>
    Temporal.Instant.from(at).toZonedDateTimeISO(zone).offset === offset
  );
}
