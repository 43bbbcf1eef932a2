import { placeOf } from "@/lib/panel/events/calendar/axis.ts";
import { wallTime } from "@/lib/panel/events/calendar/clock.ts";
import { gridIn } from "@/lib/panel/events/calendar/grid.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

/** The hour that is at the top when nothing earlier is planned. */
const firstHour = 8;

/** Scrolls to the first event of the days shown, at most to the working day's beginning. */
export function scrollToWork(timeZone: string): void {
  const grid = gridIn(timeZone);
  const box = grid?.axis && grid.root.closest<HTMLElement>("[data-scroll]");
  if (!grid || !box || box.scrollTop > 0) return;
  const parts = grid.root.querySelectorAll<HTMLElement>(
    `.calendar-slot, [data-hour="${firstHour}"]`,
  );
  const top = Math.min(...[...parts].map(({ offsetTop }) => offsetTop));
  box.scrollTo({ top: Math.max(top - 12, 0), behavior: "instant" });
}

/** Keeps the line of the present where it is. Returns a stop function. */
export function followNow(timeZone: string): () => void {
  const place = () => {
    const line = document.querySelector<HTMLElement>("[data-calendar] [data-now]");
    const grid = line && gridIn(timeZone);
    if (!line || !grid?.axis) return;
    const now = Date.now();
    const { day } = line.closest<HTMLElement>("[data-day]")!.dataset;
    line.hidden = wallTime(now, timeZone).day !== day;
    line.style.top = `calc(${placeOf(grid.axis, day!, now)} * var(--minute))`;
  };
  const timer = setInterval(place, 60_000);
  document.addEventListener(regionsReplaced, place);
  return () => {
    clearInterval(timer);
    document.removeEventListener(regionsReplaced, place);
  };
}
