import { type Drag, draggedTo, type Spot } from "@/lib/panel/events/calendar/drag.ts";
import {
  eventLink,
  type Grid,
  gridIn,
  type Placed,
  spotAt,
} from "@/lib/panel/events/calendar/grid.ts";
import { listenToDrags, type Point, scrollDown } from "@/lib/panel/page/drags.ts";
import type { Preview } from "@/lib/panel/events/calendar/preview.ts";
import type { Saver } from "@/lib/panel/events/calendar/saver.ts";
import { isSameTimes, type Times } from "@/lib/panel/events/calendar/times.ts";

/** A press of the calendar holds an event, its end, or an empty stretch. */
interface Held {
  kind: Drag["kind"];
  event: Placed | null;
}

interface Options {
  timeZone: string;
  saver: Saver;
  preview: Preview;
  /** A stretch was selected for a new event. */
  onSelect: (times: Times, at: { x: number; y: number }) => void;
  /** A drag begins. */
  onDrag: () => void;
}

/** Drags events and their ends, and selects a stretch for a new one. */
export function listenToPointer({ timeZone, saver, preview, onSelect, onDrag }: Options) {
  let drag: Drag | null = null;
  let times: Times | null = null;

  function show({ event }: Held, spot: Spot, grid: Grid) {
    const next = draggedTo(drag!, spot, grid);
    if (times && isSameTimes(times, next)) return;
    times = next;
    preview.show(event?.id ?? "new", next);
  }

  /** Times of a drag that ends; null if nothing moved. */
  function end(): Times | null {
    const ended = times;
    drag = times = null;
    return ended;
  }

  return listenToDrags<Held>({
    grab(target) {
      if (!gridIn(timeZone)) return null;
      const handle = target.closest("[data-resize]");
      const link = eventLink(handle?.parentElement?.querySelector("a") ?? target);
      if (link) {
        const kind = handle ? "resize" : "move";
        return { item: { kind, event: saver.read(link) }, isHandle: handle !== null };
      }
      const isFree = !target.closest("a, button") &&
        target.closest("[data-calendar] [data-day]") !== null;
      // A click where nothing is selects an hour.
      return isFree ? { item: { kind: "create", event: null }, isClicked: true } : null;
    },
    lift({ kind, event }, from) {
      const grid = gridIn(timeZone);
      if (!grid) return false;
      const grab = spotAt(grid, from.x, from.y);
      drag = kind === "create" ? { kind, grab } : { kind, times: event!.times, grab };
      onDrag();
      return true;
    },
    carry(item, at) {
      const grid = gridIn(timeZone);
      if (!drag || !grid) return;
      scrollAt(grid, at);
      show(item, spotAt(grid, at.x, at.y), grid);
    },
    drop({ event }, at) {
      const ended = end();
      if (!ended) return;
      if (event) saver.put(event, ended);
      else onSelect(ended, at);
    },
    cancel({ event }) {
      if (!end()) return;
      preview.clear(event?.id ?? "new");
      saver.settle();
    },
  });
}

/** The hours scroll in their own box, a month with the page. */
function scrollAt({ root, axis }: Grid, at: Point): void {
  const box = axis ? root.closest<HTMLElement>("[data-scroll]") : null;
  if (!box) return scrollDown(at);
  const { left, right } = box.getBoundingClientRect();
  if (at.x < left || at.x > right) return;
  const hours = root.querySelector("[data-bars]")!.getBoundingClientRect().bottom;
  if (at.y > hours) scrollDown(at, box, hours);
}
