import { eventLink, gridIn, type Placed } from "@/lib/panel/events/calendar/grid.ts";
import { isBar } from "@/lib/panel/events/calendar/item.ts";
import type { Preview } from "@/lib/panel/events/calendar/preview.ts";
import type { Saver } from "@/lib/panel/events/calendar/saver.ts";
import { moved, resized, type Shift, type Times } from "@/lib/panel/events/calendar/times.ts";
import { isShortcut } from "@/lib/panel/page/keys.ts";

/** How long after the last key a change is saved. */
const cooldownMs = 700;

const steps: Record<string, Shift> = {
  ArrowUp: { minutes: -15 },
  ArrowDown: { minutes: 15 },
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
};

interface Options {
  timeZone: string;
  saver: Saver;
  preview: Preview;
  announce: (event: Placed, times: Times | null) => void;
}

/**
 * Arrows move the event with the focus, with Shift they move its end; Escape takes back what is not
 * saved. Links with `data-key` are pressed by their key. Returns what is unsaved, and a stop
 * function.
 */
export function listenToKeys({ timeZone, saver, preview, announce }: Options) {
  const stop = new AbortController();
  let pending: { event: Placed; times: Times } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function commit() {
    clearTimeout(timer);
    const done = pending;
    pending = null;
    if (done) saver.put(done.event, done.times);
  }

  function press(event: KeyboardEvent) {
    if (!isShortcut(event)) return;
    const link = eventLink(event.target);
    const isAbove = link !== null && gridIn(timeZone)?.axis === null;
    const step = steps[event.key] && inMonth(steps[event.key]!, isAbove);
    if (link && step && gridIn(timeZone)) {
      const placed = saver.read(link);
      if (pending && pending.event.id !== placed.id) commit();
      const times = pending?.times ?? placed.times;
      if (step.minutes && isBar(times)) return;
      const next = (event.shiftKey ? resized : moved)(times, step, timeZone);
      pending = { event: placed, times: next };
      preview.show(placed.id, next);
      announce(placed, next);
      clearTimeout(timer);
      timer = setTimeout(commit, cooldownMs);
    } else if (pending && event.key === "Escape") {
      clearTimeout(timer);
      preview.clear(pending.event.id);
      announce(pending.event, null);
      pending = null;
      saver.settle();
    } else if (pending && event.key === "Enter") commit();
    else {
      const shortcut = document.querySelector<HTMLElement>(
        `a[data-key="${CSS.escape(event.key)}"]`,
      );
      if (!shortcut) return;
      shortcut.click();
    }
    event.preventDefault();
  }

  document.addEventListener("keydown", press, { signal: stop.signal });
  document.addEventListener("focusout", (event) => {
    // A redraw takes the focus from the old markup and gives it to the new.
    if (pending && (event.target as Element).isConnected) commit();
  }, { signal: stop.signal });

  return {
    isPending: () => pending !== null,
    stop() {
      stop.abort();
      commit();
    },
  };
}

/** Turns up and down into weeks in a month. */
function inMonth(step: Shift, isMonth: boolean): Shift {
  return isMonth && step.minutes ? { days: Math.sign(step.minutes) * 7 } : step;
}
