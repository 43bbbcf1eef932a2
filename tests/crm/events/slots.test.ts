/** Rules of repetition: their days, and the clock across changes of the time. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { moveSlots, reruleSlots, restOf, shifted } from "@/lib/crm/events/move_slots.ts";
import { type Rule, type Weekday, weekdays } from "@/lib/crm/events/rule.ts";
import {
  clockOf,
  daysBetween,
  daysOf,
  daysThrough,
  spanOn,
  weekdayOn,
} from "@/lib/crm/events/slots.ts";
import { addDays } from "@/lib/values/dates.ts";

const daily: Rule = {
  freq: "daily",
  interval: 1,
  by_weekday: null,
  by_month_day: null,
  week_start: "mo",
  until: null,
  count: null,
};
const weekly = (...by_weekday: Weekday[]): Rule => ({ ...daily, freq: "weekly", by_weekday });
const monthly = (by_month_day: number): Rule => ({ ...daily, freq: "monthly", by_month_day });
const take = (rule: Rule, first: string, count: number) =>
  daysOf(rule, first).take(count).toArray();

Deno.test("the dates of a rule are those of RFC 5545", () => {
  assert.deepEqual(take({ ...daily, interval: 10, count: 3 }, "2026-12-25", 9), [
    "2026-12-25",
    "2027-01-04",
    "2027-01-14",
  ]);
  assert.deepEqual(take(weekly("tu", "th"), "2026-11-25", 4), [
    "2026-11-26",
    "2026-12-01",
    "2026-12-03",
    "2026-12-08",
  ]);
  // The example of RFC 5545, 3.3.10: week starts make a difference where weeks are left out.
  const everyOther = { ...weekly("tu", "su"), interval: 2, count: 4 };
  assert.deepEqual(take({ ...everyOther, week_start: "mo" }, "1997-08-05", 9), [
    "1997-08-05",
    "1997-08-10",
    "1997-08-19",
    "1997-08-24",
  ]);
  assert.deepEqual(take({ ...everyOther, week_start: "su" }, "1997-08-05", 9), [
    "1997-08-05",
    "1997-08-17",
    "1997-08-19",
    "1997-08-31",
  ]);
  const last = { ...monthly(31), until: "2028-02-29" };
  assert.deepEqual(take(last, "2027-11-15", 9), [
    "2027-11-30",
    "2027-12-31",
    "2028-01-31",
    "2028-02-29",
  ]);
  assert.deepEqual(take({ ...monthly(29), interval: 12 }, "2027-02-28", 2), [
    "2027-02-28",
    "2028-02-29",
  ]);
  assert.deepEqual(take({ ...daily, until: "2026-01-01" }, "2026-01-02", 1), []);
});

const anyDay = fc.integer({ min: 0, max: 3_650 }).map((days) => addDays("2024-01-01", days));
const anyRule = fc.oneof(
  fc.constant(daily),
  fc.subarray([...weekdays], { minLength: 1 }).map((days) => weekly(...days)),
  fc.integer({ min: 1, max: 31 }).map(monthly),
).chain((rule) =>
  fc.record({
    interval: fc.integer({ min: 1, max: 14 }),
    week_start: fc.constantFrom(...weekdays),
    count: fc.option(fc.integer({ min: 1, max: 40 })),
  }).map((more): Rule => ({ ...rule, ...more }))
);
/** Rule and the first of its days. */
const anyCourse = fc.tuple(anyRule, anyDay)
  .map(([rule, day]) => ({ rule, first: daysOf(rule, day).next().value! }));

Deno.test("days ascend, fit the rule, and end where it says", () => {
  fc.assert(fc.property(anyRule, anyDay, fc.nat(900), (rule, from, length) => {
    const until = addDays(from, length);
    const days = take({ ...rule, until: rule.count ? null : until }, from, 60);
    for (const [at, day] of days.entries()) {
      assert.ok(day >= from && (at === 0 || day > days[at - 1]!));
      if (rule.by_weekday) assert.ok(rule.by_weekday.includes(weekdayOn(day)));
      if (rule.by_month_day) {
        const [year, month, date] = day.split("-").map(Number) as [number, number, number];
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
        assert.equal(date, Math.min(rule.by_month_day, last));
      }
      if (rule.freq === "daily") assert.equal(day, addDays(from, at * rule.interval));
      if (!rule.count) assert.ok(day <= until);
    }
    if (rule.count) assert.equal(days.length, Math.min(rule.count, 60));
  }));
});

Deno.test("a part of the days is the same part, however it is asked for", () => {
  fc.assert(fc.property(anyCourse, fc.nat(20), ({ rule, first }, at) => {
    const all = take(rule, first, 40);
    const day = all[Math.min(at, all.length - 1)]!;
    const rest = restOf({ rule, first }, day);
    const number = all.length - all.indexOf(day);
    assert.deepEqual(take(rest.rule, rest.first, number), all.slice(all.indexOf(day)));
    const through = all.at(-1)!;
    assert.deepEqual(
      daysThrough(rule, first, { after: day, through }),
      all.slice(all.indexOf(day) + 1),
    );
  }));
});

for (const zone of ["Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "UTC"]) {
  Deno.test(`what begins at a time of the clock always does, in ${zone}`, () => {
    const time = fc.tuple(fc.nat(23), fc.nat(59));
    const length = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(anyCourse, time, length, ({ rule, first }, [hour, minute], minutes) => {
        const clock = {
          time_zone: zone,
          start_time: `${`${hour}`.padStart(2, "0")}:${`${minute}`.padStart(2, "0")}:00`,
          all_day: false,
          lasts_ms: minutes * 60_000,
        };
        for (const day of take(rule, first, 30)) {
          const span = spanOn(day, clock);
          assert.equal(span.ends_at.getTime() - span.starts_at.getTime(), clock.lasts_ms);
          const local = clockOf(span, zone);
          assert.equal(local.day, day);
          if (local.start_time === clock.start_time) continue;
          // Only where the clocks skip that time: it is as much later as they do.
          const shows = Temporal.PlainDateTime.from(`${day}T${clock.start_time}`);
          const [earlier, later] = (["earlier", "later"] as const)
            .map((disambiguation) => shows.toZonedDateTime(zone, { disambiguation }));
          assert.ok(earlier!.offsetNanoseconds !== later!.offsetNanoseconds);
          assert.equal(span.starts_at.getTime(), later!.epochMilliseconds);
        }
      }),
    );
  });
}

Deno.test("an event at 10:00 stays there through both changes of the clocks", () => {
  const clock = { time_zone: "Europe/Madrid", start_time: "10:00:00", all_day: false, lasts_ms: 0 };
  const at = (day: string, of = clock) => spanOn(day, of).starts_at.toISOString().slice(11, 16);
  assert.deepEqual(["2027-03-27", "2027-03-28", "2027-10-30", "2027-10-31"].map((day) => at(day)), [
    "09:00",
    "08:00",
    "08:00",
    "09:00",
  ]);
  const york = { ...clock, time_zone: "America/New_York" };
  assert.deepEqual(
    ["2027-03-13", "2027-03-14", "2027-11-06", "2027-11-07"].map((d) => at(d, york)),
    [
      "15:00",
      "14:00",
      "14:00",
      "15:00",
    ],
  );
  // 02:30 is skipped on one day, and there twice on another: the first.
  const night = { ...clock, start_time: "02:30:00" };
  assert.deepEqual([at("2027-03-28", night), at("2027-10-31", night)], ["01:30", "00:30"]);
});

Deno.test("all-day events last whole days, of 23, 24 or 25 hours", () => {
  const span = {
    starts_at: new Date("2027-03-26T23:00:00Z"),
    ends_at: new Date("2027-03-28T22:00:00Z"),
    all_day: true,
  };
  const clock = clockOf(span, "Europe/Madrid");
  assert.deepEqual([clock.day, clock.lasts_ms], ["2027-03-27", 2 * 86_400_000]);
  assert.deepEqual(spanOn("2027-10-30", clock), {
    starts_at: new Date("2027-10-29T22:00:00Z"),
    ends_at: new Date("2027-10-31T23:00:00Z"),
    all_day: true,
  });
});

Deno.test("a series that is moved keeps its number of days, each in its place", () => {
  const by = fc.integer({ min: -40, max: 40 });
  fc.assert(fc.property(anyCourse, fc.nat(20), by, (course, at, days) => {
    const all = take(course.rule, course.first, 24);
    const from = all[Math.min(at, all.length - 1)]!;
    const to = addDays(from, days);
    const slots = all.map((day, id) => ({ id, day, hasBegun: false }));
    const next = shifted(course, from, to);
    const moved = moveSlots(slots, { old: course, next, through: all.at(-1)!, by: days });
    const places = all.map((_, id) => moved.days.get(id)!);
    assert.deepEqual(places, take(next.rule, next.first, all.length));
    assert.equal(places[all.indexOf(from)], to, "the one that was moved is where it was put");
    if (course.rule.freq !== "monthly") {
      for (const [id, day] of all.entries()) assert.equal(daysBetween(day, places[id]!), days);
    }
    assert.ok(moved.through >= places.at(-1)!, "nothing that is there is made again");
  }));
});

Deno.test("an end that is moved leaves as many days before it", () => {
  fc.assert(
    fc.property(anyCourse, fc.nat(400), fc.integer({ min: -9, max: 9 }), (open, more, by) => {
      const rule = { ...open.rule, count: null, until: addDays(open.first, more) };
      const next = shifted({ ...open, rule }, open.first, addDays(open.first, by));
      const before = daysOf(rule, open.first).toArray().length;
      const after = daysOf(next.rule, next.first).toArray();
      assert.ok(after.length >= before);
      // Months differ in length, so that a monthly one may gain a day at its end.
      if (rule.freq !== "monthly") assert.equal(after.length, before);
    }),
  );
});

Deno.test("another rule keeps what it has too, and what has begun", () => {
  const day = (at: number) => addDays("2027-03-01", at); // a Monday
  const slots = [0, 7, 14, 21].map((at, id) => ({ id, day: day(at), hasBegun: at === 0 }));
  const ruling = {
    by: 0,
    addressed: 1,
    knownDays: new Set([...slots.map((slot) => slot.day), day(28)]),
    horizon: day(35),
    max: 366,
    mayMake: (one: string) => one > day(3),
  };
  const both = { rule: weekly("mo", "we"), first: day(0) };
  const more = reruleSlots(slots, { ...ruling, next: both })!;
  assert.deepEqual([...more.days.values()], slots.map((slot) => slot.day));
  // Not the 28th, which somebody deleted, nor the 2nd, which is over.
  assert.deepEqual(more.missing, [9, 16, 23, 30, 35].map(day));
  const other = { rule: weekly("we"), first: day(2) };
  const moved = reruleSlots(slots, { ...ruling, next: other })!;
  assert.deepEqual([...moved.days.values()], [day(0), day(9), null, null]);
  assert.deepEqual(moved.missing, [16, 23, 30].map(day));
  const over = { rule: { ...both.rule, until: day(5) }, first: day(0) };
  assert.equal(reruleSlots(slots, { ...ruling, next: over }), null);
  const few = reruleSlots(slots, { ...ruling, next: both, max: 2 })!;
  assert.deepEqual([few.missing, few.through], [[9, 16].map(day), day(16)]);
});
