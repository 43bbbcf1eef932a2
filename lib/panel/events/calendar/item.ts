import type { Times } from "@/lib/panel/events/calendar/times.ts";

export type EventType = "meeting" | "delivery" | "reminder" | "other";
export const eventTypes: readonly EventType[] = ["meeting", "delivery", "reminder", "other"];

/** An entry of the calendar: an event, or a task or quotation laid over it. */
export interface Item extends Times {
  kind: "event" | "task" | "quote";
  id: number;
  title: string;
  href: string;
  /** Type of an event, which gives its colour. */
  type: EventType | null;
  /** Client or place. */
  detail: string | null;
  person: string | null;
  /** Version of an event, which a change is checked against. */
  version: number | null;
  /** An occurrence of a series. */
  repeats?: boolean;
}

const dayMs = 86_400_000;

/** It stands above the hours: it takes whole days, or a day and more. */
export function isBar({ start, end, isAllDay }: Times): boolean {
  return isAllDay || end - start >= dayMs;
}
