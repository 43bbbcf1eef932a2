import { hrefIn } from "@/components/page.ts";
import { dayIn } from "@/lib/values/dates.ts";
import { startOfDay } from "@/lib/panel/events/calendar/clock.ts";
import type { Item } from "@/lib/panel/events/calendar/item.ts";
import { wholeDays } from "@/lib/panel/events/calendar/times.ts";
import type {
  readCalendarEvents,
  readCalendarQuotes,
  readCalendarTasks,
} from "@/lib/figures/calendar.ts";
import { addDays } from "@/lib/values/dates.ts";

type RowOf<Read extends (...args: never[]) => Promise<{ rows: unknown[] }>> = Awaited<
  ReturnType<Read>
>["rows"][number];

interface Place {
  companyId: number;
  timeZone: string;
}

export function eventItem(row: RowOf<typeof readCalendarEvents>, { companyId }: Place): Item {
  return {
    kind: "event",
    id: row.id,
    title: row.title,
    href: hrefIn(companyId, `/panel/events/${row.id}`),
    type: row.type,
    start: row.starts_at.getTime(),
    end: row.ends_at.getTime(),
    isAllDay: row.all_day,
    detail: [row.client?.name, row.location].filter(Boolean).join(" · ") || null,
    person: row.assignee?.name ?? null,
    version: row.version,
    repeats: row.series_id !== null,
  };
}

/** A task without an hour takes its day. */
export function taskItem(row: RowOf<typeof readCalendarTasks>, place: Place): Item {
  const { companyId, timeZone } = place;
  const due = row.due_at.getTime();
  const day = dayIn(timeZone, row.due_at);
  return {
    ...(row.due_all_day
      ? wholeDays(day, day, timeZone)
      : { start: due, end: due, isAllDay: false }),
    kind: "task",
    id: row.id,
    title: row.title,
    href: hrefIn(companyId, `/panel/tasks/${row.id}`),
    type: null,
    detail: null,
    person: row.assignee?.name ?? null,
    version: null,
  };
}

/** A quotation is on the last day on which it can be accepted. */
export function quoteItem(row: RowOf<typeof readCalendarQuotes>, place: Place): Item {
  const { companyId, timeZone } = place;
  return {
    start: startOfDay(row.valid_until, timeZone),
    end: startOfDay(addDays(row.valid_until, 1), timeZone),
    isAllDay: true,
    kind: "quote",
    id: row.id,
    title: row.number,
    href: hrefIn(companyId, `/panel/quotes/${row.id}`),
    type: null,
    detail: row.client?.name ?? row.title,
    person: null,
    version: null,
  };
}
