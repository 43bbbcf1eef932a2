import { addDays } from "@/lib/values/dates.ts";
import { placeOf } from "@/lib/panel/events/calendar/axis.ts";
import { startOfDay } from "@/lib/panel/events/calendar/clock.ts";
import {
  barsOfDay,
  type Grid,
  gridIn,
  hoursOfDay,
  linksOf,
} from "@/lib/panel/events/calendar/grid.ts";
import { isBar } from "@/lib/panel/events/calendar/item.ts";
import type { Say } from "@/lib/panel/events/calendar/say.ts";
import { daysOfEvent, type Times } from "@/lib/panel/events/calendar/times.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

/** An event's number, or the one that is about to be made. */
export type Subject = number | "new";

export type Preview = ReturnType<typeof createPreview>;

/**
 * Draws events where they would be. The markup of the server stays as it is; what is shown is drawn
 * again when the server's changes.
 */
export function createPreview(timeZone: string, say: Say) {
  const drafts = new Map<Subject, Times>();

  function erase(subject: Subject) {
    for (const ghost of document.querySelectorAll(`[data-ghost="${subject}"]`)) ghost.remove();
    if (subject !== "new") { for (const link of linksOf(subject)) lift(link, false); }
  }

  function draw(subject: Subject, times: Times) {
    erase(subject);
    const grid = gridIn(timeZone);
    if (!grid) return;
    const [link] = subject === "new" ? [] : linksOf(subject);
    if (subject !== "new") { for (const one of linksOf(subject)) lift(one, true); }
    const ghost = () => ghostOf({ subject, times, link, say });
    if (grid.axis && !isBar(times)) drawHours(grid, times, ghost);
    else drawBars(grid, times, ghost, link);
  }

  const redraw = () => drafts.forEach((times, subject) => draw(subject, times));
  document.addEventListener(regionsReplaced, redraw);

  return {
    show(subject: Subject, times: Times) {
      drafts.set(subject, times);
      draw(subject, times);
    },
    /** Leaves it drawn until the server's markup replaces it. */
    release(subject: Subject) {
      drafts.delete(subject);
    },
    clear(subject: Subject) {
      if (drafts.delete(subject) || document.querySelector(`[data-ghost="${subject}"]`)) {
        erase(subject);
      }
    },
    isShown: (subject: Subject) => drafts.has(subject),
    stop() {
      document.removeEventListener(regionsReplaced, redraw);
      for (const subject of drafts.keys()) erase(subject);
    },
  };
}

function lift(link: HTMLElement, isLifted: boolean): void {
  link.parentElement!.toggleAttribute("data-lifted", isLifted);
}

interface GhostOf {
  subject: Subject;
  times: Times;
  link: HTMLElement | undefined;
  say: Say;
}

function ghostOf({ subject, times, link, say }: GhostOf): HTMLElement {
  const ghost = document.createElement("div");
  ghost.dataset.ghost = String(subject);
  ghost.setAttribute("aria-hidden", "true");
  const entry = document.createElement("div");
  entry.className = link?.className ?? "calendar-entry calendar-new";
  const text = document.createElement("span");
  text.className = "calendar-entry-text";
  for (const [name, value] of [["title", link?.dataset.title ?? ""], ["time", say.times(times)]]) {
    const part = document.createElement("span");
    part.className = `calendar-entry-${name}`;
    part.textContent = `${value} `;
    text.append(part);
  }
  entry.append(text);
  ghost.append(entry);
  return ghost;
}

function drawHours({ days, axis, timeZone }: Grid, times: Times, ghost: () => HTMLElement): void {
  for (const column of days) {
    const day = column.dataset.day!;
    const isHere = times.start < startOfDay(addDays(day, 1), timeZone) &&
      times.end > startOfDay(day, timeZone);
    if (!isHere) continue;
    const from = placeOf(axis!, day, times.start);
    const to = placeOf(axis!, day, times.end);
    const drawn = ghost();
    drawn.className = "calendar-ghost-slot";
    drawn.style.top = `calc(${from} * var(--minute))`;
    drawn.style.height = `calc(${Math.max(to - from, 15)} * var(--minute))`;
    hoursOfDay(column)!.append(drawn);
  }
}

function drawBars(
  { days, axis, timeZone }: Grid,
  times: Times,
  ghost: () => HTMLElement,
  link: HTMLElement | undefined,
): void {
  const [first, last] = daysOfEvent(times, timeZone);
  const covered = days.filter(({ dataset: { day } }) => day! >= first && day! <= last);
  const weeks = Map.groupBy(covered, (day) => axis ? 0 : Math.floor(days.indexOf(day) / 7));
  for (const week of weeks.values()) {
    const drawn = ghost();
    drawn.className = "calendar-bar calendar-ghost-bar";
    drawn.style.setProperty("--span", String(week.length));
    drawn.style.setProperty(
      "--row",
      link ? getComputedStyle(link.parentElement!).gridRowStart : "1",
    );
    barsOfDay(week[0]!).append(drawn);
  }
}
