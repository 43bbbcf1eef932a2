/** Recurrence rules, in the terms of RFC 5545. Pure. */

export const weekdays = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
export type Weekday = (typeof weekdays)[number];

export const frequencies = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof frequencies)[number];

/** Highest `count` of a rule, and most occurrences created at once. */
export const maxOccurrences = 366;
export const maxInterval = 366;
/** Years after its start within which a series must end. */
export const longestYears = 5;
/** Years after its start within which the last of a `count` lies. */
export const countedYears = 50;

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

/** Occurrences of a series that a change applies to. */
export const scopes = ["this", "following", "all"] as const;
export type Scope = (typeof scopes)[number];

/** `meta` of the answer to a change of one or several occurrences. */
export interface ScopedMeta {
  scope: Scope;
  changed: number;
  undo_id: number | null;
  undo_until: Date | string | null;
}

/** `meta` of a change to a single occurrence. */
export const changedOne: ScopedMeta = {
  scope: "this",
  changed: 1,
  undo_id: null,
  undo_until: null,
};
