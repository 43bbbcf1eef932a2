/** The rule by which an event of a calendar repeats (RRULE of RFC 5545, 3.8.5.3), as it is kept. */

export const weekdays = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
export type Weekday = (typeof weekdays)[number];

export const frequencies = ["daily", "weekly", "monthly", "yearly", "other"] as const;

export interface Repeat {
  freq: (typeof frequencies)[number];
  every: number;
  weekdays: Weekday[] | null;
  weekStart: Weekday;
  /** Day of the month of a monthly rule; -1 is its last day. */
  monthDay: number | null;
  /** A weekday of the month, of monthly and yearly ones; -1 is its last. */
  nth: { place: number; weekday: Weekday } | null;
  until: string | null;
  count: number | null;
  /** The last day by `until` or `count`; null where it has no end, or none that is known. */
  last: string | null;
  timeZone: string;
  /** The rule is read whole and gives every day: no EXDATE, RDATE or changed occurrence. */
  isPlain: boolean;
}
