import assert from "node:assert/strict";
import { addDays, dayIn } from "@/lib/values/dates.ts";

Deno.test("days begin at midnight of the time zone, on both sides of a clock change", () => {
  const madrid = (instant: string) => dayIn("Europe/Madrid", new Date(instant));
  assert.equal(madrid("2026-03-28T22:59:59.999Z"), "2026-03-28");
  assert.equal(madrid("2026-03-28T23:00:00.000Z"), "2026-03-29");
  assert.equal(madrid("2026-03-29T22:00:00.000Z"), "2026-03-30");
  assert.equal(madrid("2026-10-24T22:00:00.000Z"), "2026-10-25");
  assert.equal(madrid("2026-10-25T22:59:59.999Z"), "2026-10-25");
  assert.equal(madrid("2026-10-25T23:00:00.000Z"), "2026-10-26");
  assert.equal(dayIn("America/Mexico_City", new Date("2027-01-01T05:59:59Z")), "2026-12-31");
});

Deno.test("days are added over months, years and clock changes", () => {
  assert.equal(addDays("2026-03-28", 1), "2026-03-29");
  assert.equal(addDays("2026-03-28", 2), "2026-03-30");
  assert.equal(addDays("2028-02-28", 1), "2028-02-29");
  assert.equal(addDays("2026-12-31", 30), "2027-01-30");
  assert.equal(addDays("2026-10-26", -1), "2026-10-25");
});
