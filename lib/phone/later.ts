import { addDays, dayIn, instantIn } from "@/lib/values/dates.ts";
import { timeZone } from "@/lib/phone/inbox/days.ts";

type Later = "hour" | "evening" | "morning" | "day";

const hourMs = 3_600_000;
const evening = "20:00";
const morning = "09:00";

/** Times to put something off until: at least half an hour ahead, and before it expires. */
export function laterTimes(
  now: number,
  expiresAt: string | null = null,
  zone = timeZone(),
): [Later, Date][] {
  const today = dayIn(zone, new Date(now));
  const all: [Later, Date][] = [
    ["hour", new Date(now + hourMs)],
    ["evening", instantIn(zone, `${today}T${evening}`)],
    ["morning", instantIn(zone, `${addDays(today, 1)}T${morning}`)],
    ["day", new Date(now + 24 * hourMs)],
  ];
  const end = expiresAt === null ? Infinity : Date.parse(expiresAt);
  return all.filter(([, at]) => at.getTime() > now + hourMs / 2 && at.getTime() < end);
}
