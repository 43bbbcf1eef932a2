import { addDays, instantIn } from "@/lib/values/dates.ts";

interface Times {
  starts_at: string | null;
  ends_at: string | null;
  all_day: boolean;
}

export interface EventTimes {
  starts_at: Date;
  ends_at: Date;
  all_day: boolean;
}

const hourMs = 3_600_000;

/** An invitation's times on the company's clock: whole days end where the next begins (RFC 5545). */
export function invitedTimes(
  { starts_at, ends_at, all_day }: Times,
  timeZone: string,
): EventTimes | null {
  if (starts_at === null) return null;
  if (all_day) {
    const end = ends_at !== null && ends_at > starts_at ? ends_at : addDays(starts_at, 1);
    return {
      starts_at: instantIn(timeZone, `${starts_at}T00:00`),
      ends_at: instantIn(timeZone, `${end.slice(0, 10)}T00:00`),
      all_day,
    };
  }
  const starts = new Date(starts_at);
  const ends = ends_at === null ? starts : new Date(ends_at);
  return {
    starts_at: starts,
    ends_at: ends > starts ? ends : new Date(starts.getTime() + hourMs),
    all_day,
  };
}
