/** The calendar's vertical axis, also on the days of 23 and 25 hours. */
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { addDays, mondayOf } from "@/lib/values/dates.ts";
import { axisOf, gapOf, hourMarks, instantOf, placeOf } from "@/lib/panel/events/calendar/axis.ts";
import {
  daysFrom,
  instantAt,
  lengthOfDay,
  startOfDay,
  wallTime,
} from "@/lib/panel/events/calendar/clock.ts";

const madrid = "Europe/Madrid";
const newYork = "America/New_York";
const springs = [[madrid, "2026-03-29"], [newYork, "2026-03-08"]] as const;
const autumns = [[madrid, "2026-10-25"], [newYork, "2026-11-01"]] as const;
/** Half an hour's change, changes at midnight forwards and back, and none at all. */
const others = ["Australia/Lord_Howe", "Asia/Beirut", "America/Havana", "Asia/Kolkata"];
const zones = [madrid, newYork, ...others];

const zone = fc.constantFrom(...zones);
const day = fc.integer({ min: 0, max: 730 }).map((days) => addDays("2026-01-01", days));

const at = (text: string) => Date.parse(text);

Deno.test("a calendar's day has 23, 24 or 25 hours around clock changes", () => {
  for (const [timeZone, change] of springs) assert.equal(lengthOfDay(change, timeZone), 23 * 60);
  for (const [timeZone, change] of autumns) assert.equal(lengthOfDay(change, timeZone), 25 * 60);
  assert.equal(lengthOfDay("2026-06-01", madrid), 24 * 60);
});

Deno.test("a time on the calendar's axis maps back to its instant", () => {
  assert.deepEqual(wallTime(at("2026-03-29T00:59:00Z"), madrid), {
    day: "2026-03-29",
    minute: 119,
  });
  assert.deepEqual(wallTime(at("2026-03-29T01:00:00Z"), madrid), {
    day: "2026-03-29",
    minute: 180,
  });
  assert.equal(instantAt({ day: "2026-03-29", minute: 150 }, madrid), at("2026-03-29T01:30:00Z"));
  assert.equal(instantAt({ day: "2026-10-25", minute: 150 }, madrid), at("2026-10-25T00:30:00Z"));
  fc.assert(fc.property(zone, day, fc.integer({ min: 0, max: 1439 }), (timeZone, day, minute) => {
    const wall = wallTime(instantAt({ day, minute }, timeZone), timeZone);
    assert.equal(wall.day, day);
    assert.ok(wall.minute === minute || lengthOfDay(day, timeZone) < 1440);
  }));
});

Deno.test("the hour skipped in spring is a gap on that day alone", () => {
  for (const [timeZone, change] of springs) {
    const axis = axisOf(daysFrom(mondayOf(change), 7), timeZone);
    assert.deepEqual([axis.minutes, axis.repeat], [1440, null]);
    assert.deepEqual(gapOf(axis, change), { from: 120, to: 180 });
    assert.equal(gapOf(axis, addDays(change, -1)), null);
    const start = startOfDay(change, timeZone);
    assert.equal(placeOf(axis, change, start + 119 * 60_000), 119);
    assert.equal(placeOf(axis, change, start + 120 * 60_000), 180);
    assert.equal(instantOf(axis, change, 150), start + 120 * 60_000, "the gap ends where it ends");
    assert.equal(instantOf(axis, change, 600), start + 540 * 60_000);
  }
});

Deno.test("the hour repeated in autumn has its own row, which is a gap on other days", () => {
  for (const [timeZone, change] of autumns) {
    const from = timeZone === madrid ? 120 : 60;
    const axis = axisOf(daysFrom(mondayOf(change), 7), timeZone);
    assert.deepEqual([axis.minutes, axis.repeat], [1500, { from, to: from + 60 }]);
    assert.equal(gapOf(axis, change), null);
    const before = addDays(change, -1);
    assert.deepEqual(gapOf(axis, before), { from: from + 60, to: from + 120 });
    const start = startOfDay(change, timeZone);
    for (const minutes of [0, from, from + 60, from + 119, 600, 1499]) {
      assert.equal(placeOf(axis, change, start + minutes * 60_000), minutes);
    }
    // Ten o'clock stands at the same height on all days.
    const ten = (of: string) => placeOf(axis, of, instantAt({ day: of, minute: 600 }, timeZone));
    assert.deepEqual([ten(change), ten(before)], [660, 660]);
    const marks = hourMarks(axis);
    assert.equal(marks.length, 25);
    const second = marks.filter(({ isSecond }) => isSecond);
    assert.deepEqual(second, [{ place: from + 60, hour: from / 60, isSecond: true }]);
    assert.equal(marks.at(-1)!.place, 1440);
  }
});

Deno.test("every minute has one place, in order, and leads back; in any zone and week", () => {
  fc.assert(
    fc.property(zone, day, (timeZone, day) => {
      const days = daysFrom(mondayOf(day), 7);
      const axis = axisOf(days, timeZone);
      const start = startOfDay(day, timeZone);
      const end = startOfDay(addDays(day, 1), timeZone);
      let last = -1;
      for (let instant = start; instant < end; instant += 7 * 60_000) {
        const place = placeOf(axis, day, instant);
        assert.ok(place > last && place < axis.minutes, `${place} after ${last}`);
        assert.equal(instantOf(axis, day, place), instant);
        last = place;
      }
      assert.equal(instantOf(axis, day, axis.minutes), end);
      assert.equal(instantOf(axis, day, 600.3), instantOf(axis, day, 600));
      assert.equal(placeOf(axis, day, end), axis.minutes);
    }),
    { numRuns: 60 },
  );
});

Deno.test("a gap of the axis holds no instant", () => {
  const changes = ["2026-03-29", "2026-10-25", "2026-04-05", "2026-10-04", "2026-03-08"];
  fc.assert(
    fc.property(zone, fc.constantFrom(...changes), (timeZone, change) => {
      const days = daysFrom(mondayOf(change), 7);
      const axis = axisOf(days, timeZone);
      for (const day of days) {
        const gap = gapOf(axis, day);
        const minutes = axis.minutes - (gap ? gap.to - gap.from : 0);
        assert.equal(minutes, lengthOfDay(day, timeZone), `${timeZone} ${day}`);
        if (!gap) continue;
        const end = startOfDay(addDays(day, 1), timeZone);
        for (let instant = startOfDay(day, timeZone); instant < end; instant += 30 * 60_000) {
          const place = placeOf(axis, day, instant);
          assert.ok(place < gap.from || place >= gap.to, `${timeZone} ${day} ${place}`);
        }
      }
    }),
    { numRuns: 40 },
  );
});
