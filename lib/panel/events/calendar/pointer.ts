import { type Drag, draggedTo, type Spot } from "@/lib/panel/events/calendar/drag.ts";
import {
  eventLink,
  type Grid,
  gridIn,
  type Placed,
  spotAt,
} from "@/lib/panel/events/calendar/grid.ts";
import type { Preview } from "@/lib/panel/events/calendar/preview.ts";
import type { Saver } from "@/lib/panel/events/calendar/saver.ts";
import { isSameTimes, type Times } from "@/lib/panel/events/calendar/times.ts";

/** Pixels that a mouse moves before a drag, a finger before a scroll. */
const slack = 5;
/** How long a finger must press to begin a drag. */
const holdMs = 280;
/** How near an edge scrolling starts, and its step per frame; in pixels. */
const edge = 28;
const pace = 10;

interface Press {
  kind: Drag["kind"];
  event: Placed | null;
  pointerId: number;
  x: number;
  y: number;
  /** Whether it must be held first, so that a finger can scroll. */
  isHeld: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

interface Options {
  timeZone: string;
  saver: Saver;
  preview: Preview;
  /** A stretch was selected for a new event. */
  onSelect: (times: Times, at: { x: number; y: number }) => void;
  onDrag: (isDragging: boolean) => void;
}

/** Drags events and their ends, and selects a stretch for a new one. */
export function listenToPointer({ timeZone, saver, preview, onSelect, onDrag }: Options) {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  let press: Press | null = null;
  let drag: Drag | null = null;
  let times: Times | null = null;
  let at = { x: 0, y: 0 };

  function begin() {
    const grid = press && gridIn(timeZone);
    if (!press || !grid) return;
    const grab = spotAt(grid, press.x, press.y);
    drag = press.kind === "create"
      ? { kind: "create", grab }
      : { kind: press.kind, times: press.event!.times, grab };
    document.documentElement.toggleAttribute("data-dragging", true);
    onDrag(true);
    frame();
  }

  function frame() {
    const grid = drag && gridIn(timeZone);
    if (!drag || !grid) return;
    scrollAt(grid, at);
    show(drag, spotAt(grid, at.x, at.y), grid);
    requestAnimationFrame(frame);
  }

  function show(drag: Drag, spot: Spot, grid: Grid) {
    const next = draggedTo(drag, spot, grid);
    if (times && isSameTimes(times, next)) return;
    times = next;
    preview.show(press!.event?.id ?? "new", next);
  }

  /** Result of a drag; null if nothing moved. */
  function end() {
    clearTimeout(press?.timer);
    const ended = drag && times && { event: press!.event, times };
    press = drag = times = null;
    document.documentElement.toggleAttribute("data-dragging", false);
    if (ended) onDrag(false);
    return ended;
  }

  function cancel() {
    const ended = end();
    if (!ended) return;
    preview.clear(ended.event?.id ?? "new");
    saver.settle();
  }

  document.addEventListener("pointerdown", (event) => {
    if (press || event.button !== 0 || !gridIn(timeZone)) return;
    const target = event.target as Element;
    const handle = target.closest("[data-resize]");
    const link = eventLink(handle?.parentElement?.querySelector("a") ?? target);
    const isFree = !link && !target.closest("a, button") &&
      target.closest("[data-calendar] [data-day]") !== null;
    if (!link && !isFree) return;
    at = { x: event.clientX, y: event.clientY };
    press = {
      kind: handle ? "resize" : link ? "move" : "create",
      event: link && saver.read(link),
      pointerId: event.pointerId,
      isHeld: event.pointerType === "touch" && !handle,
      ...at,
    };
    if (press.isHeld) press.timer = setTimeout(begin, holdMs);
  }, options);

  document.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    if (drag || Math.hypot(at.x - press.x, at.y - press.y) <= slack) return;
    if (press.isHeld) end();
    else begin();
  }, options);

  document.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    // A click where nothing is selects an hour.
    if (!drag && press.kind === "create" && !press.isHeld) begin();
    const grid = gridIn(timeZone);
    if (drag && grid) show(drag, spotAt(grid, at.x, at.y), grid);
    const done = end();
    if (!done) return;
    // Otherwise the end of the drag would click the event's link.
    const swallow = (click: Event) => click.preventDefault();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (done.event) saver.put(done.event, done.times);
    else onSelect(done.times, at);
  }, options);

  document.addEventListener("pointercancel", cancel, options);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    event.preventDefault();
    cancel();
  }, { ...options, capture: true });

  // A finger that drags scrolls nothing, opens no menu and selects no text.
  document.addEventListener("touchmove", (event) => {
    if (drag) event.preventDefault();
  }, { ...options, passive: false });
  document.addEventListener("contextmenu", (event) => {
    if (press?.isHeld) event.preventDefault();
  }, options);
  for (const name of ["selectstart", "dragstart"]) {
    document.addEventListener(name, (event) => {
      if (press) event.preventDefault();
    }, options);
  }

  return {
    isDragging: () => drag !== null,
    stop() {
      stop.abort();
      cancel();
    },
  };
}

/** The hours scroll in their own box, a month with the page. */
function scrollAt({ root, axis }: Grid, { x, y }: { x: number; y: number }): void {
  const box = axis ? root.closest<HTMLElement>("[data-scroll]") : null;
  if (!box) {
    const by = y < edge ? -pace : y > innerHeight - edge ? pace : 0;
    return scrollBy({ top: by, behavior: "instant" });
  }
  const { top, bottom, left, right } = box.getBoundingClientRect();
  const hours = root.querySelector("[data-bars]")!.getBoundingClientRect().bottom;
  if (x < left || x > right) return;
  if (y > hours && y < hours + edge) box.scrollTop -= pace;
  else if (y > bottom - edge && y > top) box.scrollTop += pace;
}
