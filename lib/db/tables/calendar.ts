import type { Generated, GeneratedAlways } from "kysely";

/** Tables of the calendar. */

export interface Events {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  title: string;
  type: Generated<"meeting" | "delivery" | "reminder" | "other">;
  starts_at: Date;
  ends_at: Date;
  all_day: Generated<boolean>;
  location: string | null;
  url: string | null;
  description: string | null;
  client_id: number | null;
  opportunity_id: number | null;
  contact_id: number | null;
  reminder_minutes: Generated<number[]>;
  assignee_id: number | null;
  series_id: number | null;
  original_day: string | null;
  set_apart: Generated<boolean>;
  ical_uid: string | null;
  ical_occurrence: string | null;
  ical_sequence: number | null;
  ical_stamped_at: string | null;
  ical_organizer: string | null;
  /** Kept by triggers; no later than the next reminder is due. */
  reminder_due_at: Generated<Date | null>;
}

export interface EventSeries {
  id: GeneratedAlways<number>;
  company_id: number;
  version: Generated<number>;
  freq: "daily" | "weekly" | "monthly";
  every: number;
  by_weekday: string[] | null;
  by_month_day: number | null;
  week_start: string;
  until: string | null;
  count: number | null;
  first_day: string;
  start_time: string;
  time_zone: string;
  all_day: boolean;
  lasts_ms: number;
  made_through: string;
}

export interface EventReminders {
  company_id: number;
  event_id: number;
  starts_at: Date;
  minutes: number;
  sent_at: Generated<Date>;
}
