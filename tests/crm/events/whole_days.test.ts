/** Days of the whole day where the clocks skip or repeat midnight. */
import assert from "node:assert/strict";
import { clockOf, daysBetween, type Span, spanOn } from "@/lib/crm/events/slots.ts";
import { addDays, endOfDay, instantIn } from "@/lib/values/dates.ts";

const dayMs = 86_400_000;

/** Zones by the day on which they skip midnight, and on which they have it or its eve twice. */
const zones = [
  { zone: "America/Santiago", skips: "2027-09-05", repeats: "2027-04-03" },
  { zone: "America/Havana", skips: "2027-03-14", repeats: "2027-11-07" },
  { zone: "Africa/Cairo", skips: "2027-04-30", repeats: "2027-10-28" },
  { zone: "Asia/Beirut", skips: "2027-03-28", repeats: "2027-10-30" },
  { zone: "Atlantic/Azores", skips: "2027-03-28", repeats: "2027-10-31" },
  { zone: "Europe/Madrid", skips: null, repeats: "2027-10-31" },
];

/** As the panel's form writes it: from the first instant of a day to that of another. */
function wholeDays(from: string, days: number, zone: string): Span {
  const last = addDays(from, days - 1);
  return {
    starts_at: instantIn(zone, `${from}T00:00`),
    ends_at: endOfDay(last, zone),
    all_day: true,
  };
}

for (const { zone, skips, repeats } of zones) {
  Deno.test(`a whole day stays one in ${zone}`, () => {
    const changes = [skips, repeats].filter((day) => day !== null);
    for (const change of changes) {
      for (const days of [1, 2, 3]) {
        // A series that begins before, on and after the day itself.
        for (const first of [-9, -2, -1, 0, 1].map((by) => addDays(change, by))) {
          const clock = clockOf(wholeDays(first, days, zone), zone);
          assert.deepEqual(
            [clock.day, clock.start_time, clock.lasts_ms],
            [first, "00:00:00", days * dayMs],
          );
          for (let at = 0; at < 14; at++) {
            const day = addDays(first, at);
            assert.deepEqual(spanOn(day, clock), wholeDays(day, days, zone), `${first} ${day}`);
          }
        }
      }
    }
  });
}

Deno.test("each of the zones but Madrid has a day without midnight", () => {
  for (const { zone, skips } of zones) {
    if (skips === null) continue;
    const { hour } = Temporal.PlainDate.from(skips).toZonedDateTime(zone);
    assert.equal(hour, 1, zone);
  }
});

Deno.test("what lasts a day and a half, or begins at noon, keeps that", () => {
  const zone = "America/Santiago";
  const at = (local: string) => instantIn(zone, local);
  const span = {
    starts_at: at("2027-09-01T12:00"),
    ends_at: at("2027-09-03T00:00"),
    all_day: true,
  };
  const clock = clockOf(span, zone);
  assert.deepEqual([clock.start_time, clock.lasts_ms], ["12:00:00", 1.5 * dayMs]);
  assert.deepEqual(spanOn("2027-09-03", clock), {
    starts_at: at("2027-09-03T12:00"),
    ends_at: at("2027-09-05T00:00"),
    all_day: true,
  });
  assert.equal(daysBetween("2027-09-01", "2027-09-05"), 4);
  // A meeting at 00:30 that the clocks skip is later by the gap, and is exact.
  const night = { ...clock, start_time: "00:30:00", all_day: false, lasts_ms: 3_600_000 };
  assert.deepEqual(spanOn("2027-09-05", night), {
    starts_at: at("2027-09-05T01:30"),
    ends_at: at("2027-09-05T02:30"),
    all_day: false,
  });
});
