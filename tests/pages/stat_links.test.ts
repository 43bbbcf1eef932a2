import assert from "node:assert/strict";
import { pageOf } from "@/components/page.ts";
import { statHref } from "@/lib/panel/dashboard/stat_links.ts";
import { readCalendarQuery } from "@/lib/panel/events/calendar_query.ts";
import { daysOf } from "@/lib/panel/events/calendar/period.ts";

const today = "2026-11-22";
const page = pageOf({
  ...{ companyId: 1, language: "en", companyLanguage: "en" },
  ...{ timeZone: "Europe/Madrid", now: new Date(`${today}T12:00:00Z`) },
});

function daysBehind(path: "events.today" | "events.next_7d"): string[] {
  const { searchParams } = new URL(statHref(path, page), "http://localhost");
  searchParams.delete("company_id");
  const { view, day, days, hide, ignored } = readCalendarQuery(searchParams, "1999-12-31");
  assert.deepEqual([ignored, hide], [[], ["tasks", "quotes"]]);
  return daysOf(view, day, days);
}

Deno.test("the figures of events open the days that they count", () => {
  assert.deepEqual(daysBehind("events.today"), [today]);
  const week = daysBehind("events.next_7d");
  assert.deepEqual([week[0], week.at(-1), week.length], [today, "2026-11-28", 7]);
});

Deno.test("an agenda of no length, or too long, is ignored and named", () => {
  for (const days of ["0", "29", "x"]) {
    const { ignored } = readCalendarQuery(new URLSearchParams({ view: "agenda", days }), today);
    assert.deepEqual(ignored, ["days"], days);
  }
});
