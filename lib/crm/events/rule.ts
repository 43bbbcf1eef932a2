/** What a rule of repetition is, in the terms of RFC 5545. Pure. */

export const weekdays = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
export type Weekday = (typeof weekdays)[number];

export const frequencies = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof frequencies)[number];

/** How often a series may occur where it says so, and how many occurrences are made at once. */
export const maxOccurrences = 366;
export const maxInterval = 366;
/** How long after its start a series may end. */
export const longestYears = 5;

/** Days are `YYYY-MM-DD` on the clock of the series' time zone. */
export interface Rule {
  freq: Frequency;
  interval: number;
  by_weekday: Weekday[] | null;
  by_month_day: number | null;
  week_start: Weekday;
  until: string | null;
  count: number | null;
}

/** Which occurrences of a series a change is meant for. */
export const scopes = ["this", "following", "all"] as const;
export type Scope = (typeof scopes)[number];

/** What the answer to a change of several says beside the event. */
export interface ScopedMeta {
  scope: Scope;
  changed: number;
  undo_id: number | null;
  undo_until: Date | string | null;
}

/** The answer to a change of one alone. */
export const changedOne: ScopedMeta = {
  scope: "this",
  changed: 1,
  undo_id: null,
  undo_until: null,
};
