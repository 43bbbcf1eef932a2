import { addDays, dayIn, instantIn, weekdayOf } from "@/lib/values/dates.ts";

export interface Quiet {
  /** Days on which they begin: 1 is Monday. */
  days: number[];
  /** `HH:MM` by the clocks of the time zone. */
  from: string;
  /** A time not later than `from` is of the next day. */
  to: string;
  timezone: string;
  highPasses: boolean;
}

const mostJoined = 8;

/** End of the quiet hours that contain `at`; null outside of them. */
export function quietUntil(quiet: Quiet, at: Date): Date | null {
  let end: Date | null = null;
  for (let joined = 0; joined < mostJoined; joined++) {
    const next = endOf(quiet, end ?? at);
    if (next === null) return end;
    end = next;
  }
  return end;
}

function endOf({ days, from, to, timezone }: Quiet, at: Date): Date | null {
  const today = dayIn(timezone, at);
  for (const day of [today, addDays(today, -1)]) {
    if (!days.includes(weekdayOf(day))) continue;
    const begin = instantIn(timezone, `${day}T${from}`);
    const end = instantIn(timezone, `${to > from ? day : addDays(day, 1)}T${to}`);
    if (begin <= at && at < end) return end;
  }
  return null;
}
