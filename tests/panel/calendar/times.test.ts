/** Moving and resizing events, also across both clock changes. */
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { addDays, mondayOf } from "@/lib/values/dates.ts";
import { wallTime } from "@/lib/panel/events/calendar/clock.ts";
import { daysOf, stepped } from "@/lib/panel/events/calendar/period.ts";
import {
  daysOfEvent,
  moved,
  resized,
  type Times,
  wholeDays,
} from "@/lib/panel/events/calendar/times.ts";

const madrid = "Europe/Madrid";
const newYork = "America/New_York";

function timed(start: string, end: string): Times {
  return { start: Date.parse(start), end: Date.parse(end), isAllDay: false };
}

function shown({ start, end }: Times): [string, string] {
  return [new Date(start).toISOString().slice(0, 16), new Date(end).toISOString().slice(0, 16)];
}

Deno.test("moved by days an event keeps its hour on the clock and its length", () => {
  const saturday = timed("2026-03-28T09:00Z", "2026-03-28T10:00Z"); // 10:00 in Madrid
  assert.deepEqual(shown(moved(saturday, { days: 1 }, madrid)), [
    "2026-03-29T08:00",
    "2026-03-29T09:00",
  ]);
  const before = timed("2026-10-24T08:00Z", "2026-10-24T09:00Z");
  assert.deepEqual(shown(moved(before, { days: 1 }, madrid)), [
    "2026-10-25T09:00",
    "2026-10-25T10:00",
  ]);
  const west = timed("2026-10-31T14:00Z", "2026-10-31T15:00Z"); // 10:00 in New York
  assert.deepEqual(shown(moved(west, { days: 1 }, newYork)), [
    "2026-11-01T15:00",
    "2026-11-01T16:00",
  ]);
});

Deno.test("an event moved by minutes passes the skipped and the repeated hour", () => {
  const spring = timed("2026-03-29T00:45Z", "2026-03-29T01:45Z"); // 01:45 to 03:45 on the clock
  const later = moved(spring, { minutes: 15 }, madrid);
  assert.equal(wallTime(later.start, madrid).minute, 180);
  assert.equal(later.end - later.start, 3_600_000);
  const autumn = timed("2026-10-25T00:45Z", "2026-10-25T01:15Z"); // 02:45, the first
  const again = moved(autumn, { minutes: 15 }, madrid);
  assert.equal(wallTime(again.start, madrid).minute, 120, "two o'clock again");
});

Deno.test("all-day events are whole days on both sides of a change", () => {
  for (const [timeZone, change] of [[madrid, "2026-03-29"], [newYork, "2026-11-01"]] as const) {
    const before = addDays(change, -1);
    const one = wholeDays(before, before, timeZone);
    const next = moved(one, { days: 1 }, timeZone);
    assert.deepEqual(daysOfEvent(next, timeZone), [change, change]);
    assert.notEqual(next.end - next.start, 24 * 3_600_000);
    const long = resized(one, { days: 2 }, timeZone);
    assert.deepEqual(daysOfEvent(long, timeZone), [before, addDays(change, 1)]);
    assert.deepEqual(resized(long, { days: -9 }, timeZone), one, "one day is the least");
  }
});

Deno.test("a resized event ends after it begins", () => {
  const event = timed("2026-10-25T00:30Z", "2026-10-25T01:30Z");
  assert.deepEqual(shown(resized(event, { minutes: 15 }, madrid))[1], "2026-10-25T01:45");
  assert.deepEqual(shown(resized(event, { minutes: -600 }, madrid))[1], "2026-10-25T00:45");
});

Deno.test("an event dragged away and back keeps its times", () => {
  const anyTime = fc.integer({ min: 0, max: 730 * 96 })
    .map((quarters) => Date.parse("2026-01-01T00:00Z") + quarters * 900_000);
  fc.assert(fc.property(
    fc.constantFrom(madrid, newYork),
    anyTime,
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: -40, max: 40 }),
    (timeZone, start, quarters, days) => {
      const event = { start, end: start + quarters * 900_000, isAllDay: false };
      const there = moved(event, { days }, timeZone);
      assert.equal(there.end - there.start, event.end - event.start);
      const [from, to] = [event.start, there.start].map((at) => wallTime(at, timeZone));
      assert.equal(to!.day, addDays(from!.day, days));
      // Only a time that the clocks skip or repeat is another one on that day.
      const isOdd = to!.minute !== from!.minute || from!.minute < 180;
      if (!isOdd) assert.deepEqual(moved(there, { days: -days }, timeZone), event);
      const minutes = days * 15;
      const shifted = moved(moved(event, { minutes }, timeZone), { minutes: -minutes }, timeZone);
      assert.deepEqual(shifted, event);
    },
  ));
});

Deno.test("an event stands on each day that it touches", () => {
  const night = timed("2026-11-20T22:00Z", "2026-11-21T02:00Z"); // 23:00 to 03:00
  assert.deepEqual(daysOfEvent(night, madrid), ["2026-11-20", "2026-11-21"]);
  const untilMidnight = timed("2026-11-20T22:00Z", "2026-11-20T23:00Z");
  assert.deepEqual(daysOfEvent(untilMidnight, madrid), ["2026-11-20", "2026-11-20"]);
  const moment = timed("2026-11-20T23:00Z", "2026-11-20T23:00Z");
  assert.deepEqual(daysOfEvent(moment, madrid), ["2026-11-21", "2026-11-21"]);
});

Deno.test("views show whole weeks from Monday, and step to their neighbours", () => {
  assert.equal(mondayOf("2026-11-22"), "2026-11-16");
  assert.equal(mondayOf("2026-11-16"), "2026-11-16");
  const month = daysOf("month", "2026-11-22");
  assert.deepEqual([month[0], month.at(-1), month.length], ["2026-10-26", "2026-12-06", 42]);
  assert.equal(daysOf("month", "2027-02-10").length, 28);
  assert.deepEqual(daysOf("week", "2026-11-22").at(-1), "2026-11-22");
  assert.equal(stepped("month", "2026-01-31", 1), "2026-02-28");
  assert.equal(stepped("month", "2026-01-31", -1), "2025-12-31");
  assert.equal(stepped("week", "2026-11-22", 1), "2026-11-29");
  assert.equal(stepped("day", "2026-11-30", 1), "2026-12-01");
  assert.equal(stepped("agenda", "2026-11-22", 1, 7), "2026-11-29");
});
