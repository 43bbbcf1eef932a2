import { horizonOf, nextDays, ruleFrom, valuesOf } from "@/lib/crm/events/series.ts";
import { clockOf, spanOn } from "@/lib/crm/events/slots.ts";
import { defaultTimeZone } from "@/lib/values/dates.ts";
import { type Book, happen, idOf, type Planned, stamped } from "./book.ts";
import { weekdayOf } from "./clock.ts";
import { workerAt } from "./staff.ts";
import { aboutSomething } from "./tasks.ts";
import type { SampleEvent } from "./trade.ts";

/** Plans the calendar: past events, a full week, some ahead, and the team's meeting on Mondays. */
export function planEvents(book: Book): void {
  const { random, clock } = book;
  const isWorkday = (offset: number) => weekdayOf(clock.day(offset)) % 6 !== 0;
  const monday = -((weekdayOf(clock.today) + 6) % 7);
  let next = 0;
  const plan = (offset: number, count: number) => {
    for (let at = 0; at < count; at++) planEvent(book, offset, next++);
  };
  for (let offset = -340; offset < monday; offset++) {
    if (isWorkday(offset) && random.is(0.24)) plan(offset, 1);
  }
  for (let offset = monday; offset < monday + 7; offset++) {
    if (isWorkday(offset)) plan(offset, 4);
    else if (offset === 0) plan(offset, 2);
  }
  for (let offset = monday + 7; offset < monday + 30; offset++) {
    if (isWorkday(offset)) plan(offset, random.int(1, 2));
  }
  planMeetings(book, monday - 7 * weeksOfMeetings);
}

const weeksOfMeetings = 9;

/** Every Monday without end, as somebody would make it in the calendar. */
function planMeetings(book: Book, from: number): void {
  const { clock, staff } = book;
  const createdAgo = 1.5 - from;
  const [by, at] = [staff[0]!, clock.ago(createdAgo)];
  const [starts_at, ends_at] = [clock.planned(from, "08:00"), clock.planned(from, "08:30")];
  const slot = clockOf({ starts_at, ends_at, all_day: false }, defaultTimeZone);
  const rule = ruleFrom({ freq: "weekly", interval: 1, week_start: "mo" }, slot.day);
  const horizon = horizonOf(rule, slot.time_zone, [clock.now]);
  const { days, through } = nextDays(rule, { first: slot.day, horizon });
  const series: Planned<"event_series"> = {
    id: 0,
    row: { ...valuesOf(rule, slot), first_day: slot.day, made_through: through },
    refs: () => ({}),
  };
  book.series.push(series);
  for (const day of days) {
    const event: Planned<"events"> = {
      id: 0,
      row: {
        ...stamped(at, by),
        title: "Reunión de equipo",
        type: "meeting",
        ...spanOn(day, slot),
        original_day: day,
        location: null,
        url: null,
        description: null,
        reminder_minutes: [],
        assignee_id: idOf(by),
      },
      refs: () => ({
        series_id: series.id,
        client_id: null,
        opportunity_id: null,
        contact_id: null,
      }),
    };
    book.events.push(event);
    if (day === days[0]) happen(book, { at, verb: "created", by, kind: "event", record: event });
  }
}

const dayMs = 86_400_000;

function planEvent(book: Book, offset: number, count: number): void {
  const { random, clock, staff, trade } = book;
  const sample: SampleEvent = trade.events[count % trade.events.length]!;
  // Created some days before, and before now.
  const createdAgo = Math.max(-offset, 0) + 1.2 + random.real() * 8;
  const by = workerAt(staff, random, createdAgo);
  const assignee = random.is(0.08) ? null : count % 4 === 0 ? staff[0]! : by;
  const about = sample.withClient ? aboutSomething(book, createdAgo) : null;
  const { starts_at, ends_at } = timesOf(book, sample, offset);
  const at = clock.ago(createdAgo);
  const address = about?.client.row.address;
  const event: Planned<"events"> = {
    id: 0,
    row: {
      ...stamped(at, by),
      title: about ? `${sample.title}: ${about.client.row.name}` : sample.title,
      type: sample.type,
      starts_at,
      ends_at,
      all_day: sample.at === undefined,
      location: sample.location ?? address ?? null,
      url: sample.title === "Videollamada" ? `${trade.details.website}/sala` : null,
      description: null,
      reminder_minutes: sample.at && random.is(0.5) ? random.pick([[30], [60], [30, 1440]]) : [],
      assignee_id: idOf(assignee),
    },
    refs: () => ({
      client_id: about?.client.id ?? null,
      opportunity_id: about?.opportunity?.id ?? null,
      contact_id: null,
    }),
  };
  book.events.push(event);
  const client = about?.client;
  happen(book, { at, verb: "created", by, kind: "event", record: event, client });
}

/** An all-day event lasts from midnight to midnight. */
function timesOf({ random, clock }: Book, { at, minutes = 0 }: SampleEvent, offset: number) {
  if (at === undefined) {
    return {
      starts_at: clock.planned(offset, "00:00"),
      ends_at: clock.planned(offset + 1, "00:00"),
    };
  }
  const begin = clock.planned(offset, at).getTime() + random.int(-2, 2) * (dayMs / 96);
  return { starts_at: new Date(begin), ends_at: new Date(begin + minutes * 60_000) };
}
