import assert from "node:assert/strict";
import { formatInstant, formatMinute, formatTime } from "@/lib/values/dates.ts";

const now = new Date("2026-11-20T10:20:00Z");
const es = { language: "es", timeZone: "Europe/Madrid", now } as const;
const en = { ...es, language: "en" } as const;

Deno.test("an instant is shown relative to now, and by date from a week on", () => {
  const cases: [string, string, string][] = [
    ["2026-11-20T10:19:40Z", "ahora mismo", "just now"],
    ["2026-11-20T10:20:30Z", "ahora mismo", "just now"],
    ["2026-11-20T10:02:00Z", "hace 18 min", "18 min ago"],
    ["2026-11-20T05:02:00Z", "hoy 06:02", "today 06:02"],
    ["2026-11-19T16:40:00Z", "ayer 17:40", "yesterday 17:40"],
    ["2026-11-14T16:40:00Z", "sábado 17:40", "Saturday 17:40"],
    ["2026-11-13T16:40:00Z", "13 nov", "13 Nov"],
    ["2025-11-03T16:40:00Z", "3 nov 2025", "3 Nov 2025"],
  ];
  for (const [instant, spanish, english] of cases) {
    assert.equal(formatTime(new Date(instant), es), spanish);
    assert.equal(formatTime(new Date(instant), en), english);
  }
});

Deno.test("the day is the company's, not the server's", () => {
  const late = new Date("2026-11-19T23:30:00Z"); // 00:30 of the 20th in Madrid
  assert.equal(formatTime(late, es), "hoy 00:30");
  assert.equal(formatTime(late, { ...es, timeZone: "UTC" }), "ayer 23:30");
});

Deno.test("a change of the clock does not move a day", () => {
  const after = new Date("2026-10-25T22:00:00Z"); // 23:00, the day the clock went back
  const before = new Date("2026-10-24T22:30:00Z"); // 00:30 of the same day
  assert.equal(formatTime(before, { ...es, now: after }), "hoy 00:30");
});

Deno.test("the exact instant names its time zone", () => {
  const instant = new Date("2026-11-19T16:40:05Z");
  assert.equal(formatInstant(instant, es), "jueves, 19 de noviembre de 2026, 17:40:05 CET");
  assert.equal(formatMinute(instant, es), "jueves, 19 de noviembre de 2026, 17:40 CET");
});
