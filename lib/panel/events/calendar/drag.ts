import { type Axis, instantOf } from "@/lib/panel/events/calendar/axis.ts";
import { daysBetween, minuteMs } from "@/lib/panel/events/calendar/clock.ts";
import { isBar } from "@/lib/panel/events/calendar/item.ts";
import {
  daysOfEvent,
  moved,
  resized,
  shortest,
  startingAt,
  type Times,
  wholeDays,
} from "@/lib/panel/events/calendar/times.ts";

/** The pointer's position: over a day's hours, or only over the day. */
export interface Spot {
  day: string;
  /** Minutes on the axis; null above the hours and in a month. */
  place: number | null;
}

export type Drag =
  | { kind: "move" | "resize"; times: Times; grab: Spot }
  | { kind: "create"; grab: Spot };

interface Ground {
  timeZone: string;
  /** Hours of the day; null where days have none. */
  axis: Axis | null;
}

const step = 15 * minuteMs;
const usual = 60 * minuteMs;

/** When the event is, or would be, with the pointer at a spot. */
export function draggedTo(drag: Drag, spot: Spot, ground: Ground): Times {
  if (drag.kind === "create") return selected(drag.grab, spot, ground);
  return drag.kind === "move" ? movedTo(drag, spot, ground) : resizedTo(drag, spot, ground);
}

type Of<Kind> = Extract<Drag, { times: Times }> & { kind: Kind | "move" | "resize" };

function movedTo({ times, grab }: Of<"move">, spot: Spot, ground: Ground): Times {
  const { timeZone, axis } = ground;
  const days = daysBetween(grab.day, spot.day);
  const at = instantAt(spot, ground);
  const grabbed = instantAt(grab, ground);
  if (at !== null && grabbed !== null) {
    return startingAt(times, snapped(at - (grabbed - times.start)));
  }
  if (at !== null && times.isAllDay) {
    const start = snapped(at);
    return { start, end: start + usual, isAllDay: false };
  }
  if (axis && at === null && !isBar(times)) return wholeDays(spot.day, spot.day, timeZone);
  return moved(times, { days }, timeZone);
}

function resizedTo({ times }: Of<"resize">, spot: Spot, ground: Ground): Times {
  const at = instantAt(spot, ground);
  if (at !== null && !isBar(times)) {
    return { ...times, end: Math.max(snapped(at), times.start + shortest * minuteMs) };
  }
  const [, last] = daysOfEvent(times, ground.timeZone);
  return resized(times, { days: daysBetween(last, spot.day) }, ground.timeZone);
}

/** Returns the selected stretch; an hour where nothing is dragged. */
function selected(grab: Spot, spot: Spot, ground: Ground): Times {
  const from = instantAt(grab, ground);
  if (from === null) {
    const [first, last] = [grab.day, spot.day].sort() as [string, string];
    return wholeDays(first, last, ground.timeZone);
  }
  const to = instantAt(spot, ground) ?? from;
  const start = Math.floor(Math.min(from, to) / step) * step;
  const end = Math.ceil(Math.max(from, to) / step) * step;
  return { start, end: from === to ? start + usual : end, isAllDay: false };
}

function instantAt({ day, place }: Spot, { axis }: Ground): number | null {
  return axis && place !== null ? instantOf(axis, day, place) : null;
}

function snapped(at: number): number {
  return Math.round(at / step) * step;
}
