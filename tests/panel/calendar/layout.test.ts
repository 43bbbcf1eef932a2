/** Where a calendar's items stand, and where a drag puts them. */
import assert from "node:assert/strict";
import { axisOf } from "@/lib/panel/events/calendar/axis.ts";
import { daysFrom, instantAt } from "@/lib/panel/events/calendar/clock.ts";
import { draggedTo } from "@/lib/panel/events/calendar/drag.ts";
import type { Item } from "@/lib/panel/events/calendar/item.ts";
import { barsOf, itemsByDay, segmentsOf } from "@/lib/panel/events/calendar/layout.ts";
import { daysOfEvent, type Times, wholeDays } from "@/lib/panel/events/calendar/times.ts";

const madrid = "Europe/Madrid";
const week = daysFrom("2026-11-16", 7);
const axis = axisOf(week, madrid);
const hour = 60;

function at(day: string, minute: number): number {
  return instantAt({ day, minute }, madrid);
}

function item(id: number, times: Times): Item {
  const base = { kind: "event", type: "meeting", title: `${id}`, href: "/" } as const;
  return { ...base, ...times, id, detail: null, person: null, version: 1 };
}

function timed(id: number, day: string, from: number, to: number): Item {
  return item(id, { start: at(day, from), end: at(day, to), isAllDay: false });
}

Deno.test("an event over midnight is on both days, a short one stays visible", () => {
  const night = item(1, {
    start: at("2026-11-17", 23 * hour),
    end: at("2026-11-18", 2 * hour),
    isAllDay: false,
  });
  const moment = timed(2, "2026-11-18", 9 * hour, 9 * hour);
  const parts = (day: string) =>
    segmentsOf(axis, day, [night, moment]).map(({ item, from, to, isStart, isEnd }) => [
      item.id,
      from,
      to,
      isStart,
      isEnd,
    ]);
  assert.deepEqual(parts("2026-11-17"), [[1, 1380, 1440, true, false]]);
  assert.deepEqual(parts("2026-11-18"), [[1, 0, 120, false, true], [2, 540, 570, true, true]]);
  assert.deepEqual(parts("2026-11-19"), []);
  const late = timed(3, "2026-11-18", 1435, 1440);
  const [segment] = segmentsOf(axis, "2026-11-18", [late]);
  assert.deepEqual([segment!.from, segment!.to], [1410, 1440], "the day's last minutes are in it");
});

Deno.test("events of a day and more stand above the hours, cut at the week's ends", () => {
  const fair = item(1, wholeDays("2026-11-14", "2026-11-17", madrid));
  const trip = item(2, wholeDays("2026-11-17", "2026-11-24", madrid));
  const long = item(3, {
    start: at("2026-11-19", 8 * hour),
    end: at("2026-11-20", 9 * hour),
    isAllDay: false,
  });
  const away = item(4, wholeDays("2026-11-23", "2026-11-23", madrid));
  const bars = barsOf(week, [fair, trip, long, away], madrid).map((bar) => [
    bar.item.id,
    bar.first,
    bar.last,
    bar.row,
    bar.isCutBefore,
    bar.isCutAfter,
  ]);
  assert.deepEqual(bars, [
    [1, 0, 1, 0, true, false],
    [2, 1, 6, 1, false, true],
    [3, 3, 4, 0, false, false],
  ]);
  assert.deepEqual(segmentsOf(axis, "2026-11-19", [long]), []);
});

Deno.test("a list names an item on each of its days, whole days first", () => {
  const fair = item(1, wholeDays("2026-11-15", "2026-11-17", madrid));
  const early = timed(2, "2026-11-17", 8 * hour, 9 * hour);
  const byDay = itemsByDay(week, [early, fair], madrid);
  assert.deepEqual(byDay.slice(0, 3).map(({ items }) => items.map(({ id }) => id)), [
    [1],
    [1, 2],
    [],
  ]);
});

Deno.test("a drag keeps where it was grabbed, in steps of 15 minutes", () => {
  const ground = { timeZone: madrid, axis };
  const times = timed(1, "2026-11-17", 10 * hour, 11 * hour);
  const grab = { day: "2026-11-17", place: 10 * hour + 40 };
  const drop = (day: string, place: number | null) =>
    draggedTo({ kind: "move", times, grab }, { day, place }, ground);
  assert.equal(drop("2026-11-18", 12 * hour + 42).start, at("2026-11-18", 12 * hour));
  assert.equal(drop("2026-11-18", 12 * hour + 42).end, at("2026-11-18", 13 * hour));
  assert.deepEqual(drop("2026-11-19", null), wholeDays("2026-11-19", "2026-11-19", madrid));
  const stretched = draggedTo({ kind: "resize", times, grab }, {
    day: "2026-11-17",
    place: 9 * hour,
  }, ground);
  assert.equal(stretched.end, at("2026-11-17", 10 * hour + 15), "it ends after it begins");
});

Deno.test("whole days are dragged by days, and down to the hours", () => {
  const fair = item(1, wholeDays("2026-11-16", "2026-11-18", madrid));
  const grab = { day: "2026-11-17", place: null };
  const to = (kind: "move" | "resize", day: string, place: number | null = null) =>
    draggedTo({ kind, times: fair, grab }, { day, place }, { timeZone: madrid, axis });
  assert.deepEqual(daysOfEvent(to("move", "2026-11-19"), madrid), ["2026-11-18", "2026-11-20"]);
  assert.deepEqual(daysOfEvent(to("resize", "2026-11-21"), madrid), ["2026-11-16", "2026-11-21"]);
  assert.deepEqual(to("move", "2026-11-20", 9 * hour), {
    start: at("2026-11-20", 9 * hour),
    end: at("2026-11-20", 10 * hour),
    isAllDay: false,
  });
});

Deno.test("hours are selected by dragging up or down, and a click selects one hour", () => {
  const ground = { timeZone: madrid, axis };
  const select = (from: number, to: number) => {
    const grab = { day: "2026-11-17", place: from };
    const { start, end } = draggedTo({ kind: "create", grab }, { ...grab, place: to }, ground);
    return [start, end].map((instant) => (instant - at("2026-11-17", 0)) / 60_000);
  };
  assert.deepEqual(select(605, 700), [600, 705]);
  assert.deepEqual(select(700, 605), [600, 705]);
  assert.deepEqual(select(610, 610), [600, 660]);
  const grab = { day: "2026-11-19", place: null };
  const days = draggedTo({ kind: "create", grab }, { day: "2026-11-17", place: null }, ground);
  assert.deepEqual(days, wholeDays("2026-11-17", "2026-11-19", madrid));
});
