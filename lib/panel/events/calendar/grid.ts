import { type Axis, axisOf } from "@/lib/panel/events/calendar/axis.ts";
import type { Spot } from "@/lib/panel/events/calendar/drag.ts";
import type { Times } from "@/lib/panel/events/calendar/times.ts";

/** The calendar in the page's markup: days with hours, or days only. */
export interface Grid {
  root: HTMLElement;
  days: HTMLElement[];
  /** Hours of the day; null in a month. */
  axis: Axis | null;
  timeZone: string;
}

/** Returns the grid of the calendar; null for a list, in which nothing is dragged. */
export function gridIn(timeZone: string): Grid | null {
  const root = document.querySelector<HTMLElement>("[data-calendar]");
  if (!root) return null;
  if (root.dataset.calendar === "week" && matchMedia("(width < 48rem)").matches) return null;
  const days = [...root.querySelectorAll<HTMLElement>("[data-day]")];
  const hasHours = root.dataset.calendar !== "month";
  const axis = hasHours ? axisOf(days.map((day) => day.dataset.day!), timeZone) : null;
  return { root, days, axis, timeZone };
}

/** An event as its link in the markup knows it. */
export interface Placed {
  id: number;
  version: number;
  title: string;
  times: Times;
  repeats: boolean;
}

export function eventLink(target: EventTarget | null): HTMLElement | null {
  return (target as Element | null)?.closest<HTMLElement>("[data-calendar] a[data-event]") ?? null;
}

export function linksOf(id: number): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-calendar] a[data-event="${id}"]`)];
}

export function placedOf({ dataset }: HTMLElement): Placed {
  return {
    id: Number(dataset.event),
    version: Number(dataset.version),
    title: dataset.title!,
    times: {
      start: Number(dataset.start),
      end: Number(dataset.end),
      isAllDay: dataset.allDay === "true",
    },
    repeats: dataset.repeats === "true",
  };
}

export function barsOfDay(day: HTMLElement): HTMLElement {
  return day.querySelector<HTMLElement>("[data-bars]")!;
}

export function hoursOfDay(day: HTMLElement): HTMLElement | null {
  return day.querySelector<HTMLElement>("[data-times]");
}

/** The spot of the grid that is nearest to a point of the window. */
export function spotAt({ days, axis }: Grid, x: number, y: number): Spot {
  const boxes = days.map((day) => ({ day, box: day.getBoundingClientRect() }));
  const away = ({ box }: { box: DOMRect }) =>
    Math.max(box.left - x, x - box.right, 0) + Math.max(box.top - y, y - box.bottom, 0);
  const { day } = boxes.reduce((near, one) => away(one) < away(near) ? one : near);
  const name = day.dataset.day!;
  const hours = hoursOfDay(day);
  if (!axis || !hours || y < barsOfDay(day).getBoundingClientRect().bottom) {
    return { day: name, place: null };
  }
  const { top, height } = hours.getBoundingClientRect();
  const place = (y - top) / height * axis.minutes;
  return { day: name, place: Math.min(Math.max(place, 0), axis.minutes) };
}
