import assert from "node:assert/strict";
import { openingHours } from "@/lib/crm/companies/opening_hours.ts";
import { afterWorkingMinutes, isWorkingDay, workingClock } from "@/lib/values/opening_hours.ts";

const split: [string, string][] = [["09:00", "14:00"], ["16:00", "19:00"]];
const hours = {
  mon: split,
  tue: split,
  wed: split,
  thu: split,
  fri: [["09:00", "14:00"]],
} as const;
const timezone = "Europe/Madrid";
const shop = {
  timezone,
  hours: { ...hours, fri: [["09:00", "14:00"]] as [string, string][] },
  closedDays: ["2026-12-07", "2026-12-08"],
};

/** From and to by clocks of winter, an hour ahead of UTC. */
const table: [what: string, since: string, minutes: number, until: string][] = [
  ["within a morning", "2026-11-26T10:00", 60, "2026-11-26T11:00"],
  ["to the minute that it closes", "2026-11-26T13:00", 60, "2026-11-26T14:00"],
  ["over lunch", "2026-11-26T13:30", 60, "2026-11-26T16:30"],
  ["from before it opens", "2026-11-26T03:00", 30, "2026-11-26T09:30"],
  ["from a break", "2026-11-26T15:00", 30, "2026-11-26T16:30"],
  ["over a night", "2026-11-26T18:45", 30, "2026-11-27T09:15"],
  ["over a weekend", "2026-11-27T13:50", 30, "2026-11-30T09:20"],
  ["over a weekend and holidays", "2026-12-04T13:50", 30, "2026-12-09T09:20"],
  ["a week of work", "2026-11-23T09:00", 37 * 60, "2026-11-27T14:00"],
];

const winter = (local: string) => new Date(`${local}:00+01:00`);

for (const [what, since, minutes, until] of table) {
  Deno.test(`minutes of work are counted ${what}`, () => {
    assert.deepEqual(afterWorkingMinutes(shop, winter(since), minutes), winter(until));
    assert.deepEqual(workingClock(shop, minutes)(winter(since)), winter(until));
  });
}

Deno.test("without hours each minute counts, but for closed days", () => {
  const always = { timezone, hours: null, closedDays: [] };
  const since = new Date("2026-11-28T22:30:00Z");
  const after = (minutes: number, closedDays: string[] = []) =>
    afterWorkingMinutes({ ...always, closedDays }, since, minutes)?.toISOString();
  assert.equal(after(90), "2026-11-29T00:00:00.000Z");
  assert.equal(after(90, ["2026-11-29"]), "2026-11-30T00:00:00.000Z");
  assert.equal(isWorkingDay(always, "2026-11-29"), true);
  assert.equal(isWorkingDay({ ...always, closedDays: ["2026-11-29"] }, "2026-11-29"), false);
  assert.deepEqual(
    ["2026-11-28", "2026-11-30", "2026-12-08"].map((day) => isWorkingDay(shop, day)),
    [false, true, false],
  );
});

Deno.test("real minutes count where clocks change, and a skipped hour counts once", () => {
  const night = (from: string, to: string) => ({
    timezone,
    hours: { sun: [[from, to]] as [string, string][] },
    closedDays: [],
  });
  const after = (time: Parameters<typeof afterWorkingMinutes>[0], since: string, minutes: number) =>
    afterWorkingMinutes(time, new Date(since), minutes)?.toISOString();
  // 2026-03-29: 02:00 is 03:00. From 01:00 to 05:00 there are three hours.
  assert.equal(
    after(night("01:00", "05:00"), "2026-03-28T20:00:00Z", 180),
    "2026-03-29T03:00:00.000Z",
  );
  assert.equal(
    after(night("01:00", "05:00"), "2026-03-28T20:00:00Z", 181),
    "2026-04-04T23:01:00.000Z",
  );
  // 2026-10-25: 03:00 is 02:00. From 01:00 to 05:00 there are five.
  assert.equal(
    after(night("01:00", "05:00"), "2026-10-24T20:00:00Z", 300),
    "2026-10-25T04:00:00.000Z",
  );
  const always = { timezone, hours: null, closedDays: [] };
  assert.equal(after(always, "2026-03-29T00:30:00Z", 60), "2026-03-29T01:30:00.000Z");
  assert.equal(after(always, "2026-10-25T00:30:00Z", 120), "2026-10-25T02:30:00.000Z");
  const beside = {
    ...night("01:00", "02:30"),
    hours: {
      sun: [["01:00", "02:30"], ["03:00", "04:00"]] as [string, string][],
    },
  };
  // The first is over at 03:30, so the second has half an hour left.
  assert.equal(after(beside, "2026-03-28T20:00:00Z", 120), "2026-03-29T02:00:00.000Z");
});

Deno.test("what never opens again is never due", () => {
  const hours = { mon: [["09:00", "09:01"]] as [string, string][] };
  assert.equal(afterWorkingMinutes({ timezone, hours, closedDays: [] }, new Date(), 10_080), null);
});

Deno.test("hours are checked field by field, and kept in order", () => {
  const wrong = (value: unknown) => {
    const { error } = openingHours.safeParse(value);
    return error?.issues.map(({ path, message }) => [path.join("."), message]);
  };
  assert.deepEqual(wrong({ mon: [["09:00", "14:00"], ["13:59", "19:00"]] }), [
    ["mon.1", "overlaps"],
  ]);
  assert.deepEqual(
    wrong({ mon: [["14:00", "09:00"]], tue: [["22:00", "02:00"]], wed: [["09:00", "09:00"]] }),
    [["mon.0.1", "endsBeforeStart"], ["tue.0.1", "endsBeforeStart"], [
      "wed.0.1",
      "endsBeforeStart",
    ]],
  );
  assert.deepEqual(wrong({ mon: [["9:00", "25:00"]], sat: [["24:00", "24:00"]] }), [
    ["mon.0.0", "clock"],
    ["mon.0.1", "clock"],
    ["sat.0.0", "clock"],
  ]);
  assert.deepEqual(wrong({}), [["", "fewestItems?[1]"]]);
  assert.deepEqual(wrong({ sun: [] }), [["", "fewestItems?[1]"]]);
  const many = Array.from({ length: 7 }, (_, hour) => [`0${hour}:00`, `0${hour}:30`]);
  assert.deepEqual(wrong({ mon: many })?.map(([path]) => path), ["mon"]);
  assert.deepEqual(wrong({ mon: split, lunes: [] })?.length, 1);
  const hours = openingHours.parse({
    sun: [],
    tue: [["16:00", "24:00"], ["09:00", "16:00"]],
    mon: split,
  });
  assert.deepEqual(Object.entries(hours), [
    ["mon", split],
    ["tue", [["09:00", "16:00"], ["16:00", "24:00"]]],
  ]);
});
