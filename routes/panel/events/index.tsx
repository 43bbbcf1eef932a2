import { usePage, useWords } from "@/components/page.ts";
import { Agenda } from "@/lib/panel/events/calendar/parts/Agenda.tsx";
import { CalendarFilters } from "@/lib/panel/events/calendar/parts/CalendarFilters.tsx";
import { CalendarHead } from "@/lib/panel/events/calendar/parts/CalendarHead.tsx";
import { MonthGrid } from "@/lib/panel/events/calendar/parts/MonthGrid.tsx";
import { TimeGrid } from "@/lib/panel/events/calendar/parts/TimeGrid.tsx";
import { Calendar, NewEvent } from "@/islands/events/CalendarPage.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import type { Assignee } from "@/lib/input/list.ts";
import { define } from "@/lib/http/pages.ts";
import { eventItem, quoteItem, taskItem } from "@/lib/panel/events/calendar_items.ts";
import { readCalendarQuery } from "@/lib/panel/events/calendar_query.ts";
import { newEventFields } from "@/lib/panel/events/event_fields.ts";
import { readOffered } from "@/lib/panel/events/offered_event.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { startOfDay } from "@/lib/panel/events/calendar/clock.ts";
import { daysOf } from "@/lib/panel/events/calendar/period.ts";
import { calendarSay } from "@/lib/panel/events/calendar/say.ts";
import { hrefOf, viewOf } from "@/lib/panel/list/list_view.ts";
import {
  maxShown,
  readCalendarEvents,
  readCalendarQuotes,
  readCalendarTasks,
} from "@/lib/figures/calendar.ts";
import { locales, speak } from "@/lib/words/language.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

const hourMs = 3_600_000;
const none = { rows: [], isCut: false };

export const handler = panelPage({
  stylesheets: ["/lists.css", "/calendar.css"],
  run: async ({ trx, member, url, now }) => {
    const { companyId, timezone: timeZone } = member;
    const today = dayIn(timeZone, now);
    const offered = readOffered(url.searchParams);
    const { view, day, days: inAgenda, hide, ignored, assignee_id, type } = readCalendarQuery(
      offered.rest,
      today,
    );
    const days = daysOf(view, day, inAgenda);
    const range = {
      from: new Date(startOfDay(days[0]!, timeZone)),
      to: new Date(startOfDay(addDays(days.at(-1)!, 1), timeZone)),
      days: [days[0]!, days.at(-1)!] as [string, string],
      assignees: assignee_id,
      types: type,
    };
    const events = await readCalendarEvents(trx, member, range);
    const tasks = hide.includes("tasks") ? none : await readCalendarTasks(trx, member, range);
    const quotes = hide.includes("quotes") ? none : await readCalendarQuotes(trx, member, range);
    const place = { companyId, timeZone };
    return {
      items: [
        ...events.rows.map((row) => eventItem(row, place)),
        ...tasks.rows.map((row) => taskItem(row, place)),
        ...quotes.rows.map((row) => quoteItem(row, place)),
      ],
      isCut: events.isCut || tasks.isCut || quotes.isCut,
      people: await listPeople(trx, member),
      userId: member.userId,
      assigneeId: assigneeOf(assignee_id, member.userId),
      shown: view,
      day,
      days,
      today,
      ignored,
      offered: offered.values,
      view: viewOf(url, companyId, [...ignored, ...offered.names]),
    };
  },
  title: nounWords.events.many,
});

/** Returns who gets a new event: the one person that is shown, else oneself. */
function assigneeOf(assignees: Assignee[] | undefined, userId: number): number | null {
  const [only, other] = assignees ?? ["me"];
  if (other !== undefined || only === "me") return userId;
  return only === "none" ? null : only!;
}

export default define.page<typeof handler>(({ data }) => {
  const { href, language, now, timeZone } = usePage();
  const { items, isCut, people, userId, shown, day, days, today, view } = data;
  const words = useWords(calendarWords);
  const say = calendarSay(language, timeZone);
  const { create } = nounWords.events;
  const nextHour = Math.ceil(now.getTime() / hourMs) * hourMs;
  const grid = {
    days,
    items,
    today,
    timeZone,
    speech: { say, words },
    dayHref: (day: string) => hrefOf(view, { view: "day", day }),
  };
  return (
    <>
      <CalendarHead
        period={say.period(shown, day, days)}
        layout={shown}
        day={day}
        count={days.length}
        view={view}
        actions={
          <NewEvent
            list="events"
            page={href("/panel/events/:id")}
            label={create[language]}
            title={create[language]}
            fields={newEventFields(language, people)}
            preset={{
              type: "meeting",
              starts_at: new Date(nextHour).toISOString(),
              ends_at: new Date(nextHour + hourMs).toISOString(),
              all_day: false,
              assignee_id: data.assigneeId,
              ...data.offered,
            }}
            hash="#new"
            shortcut="c"
          />
        }
      />
      {data.ignored.length > 0 && (
        <p role="status" class="mb-3 rounded-md bg-warning px-3 py-2 text-meta text-warning-text">
          {speak(listWords, language).ignored(data.ignored.join(", "))}
        </p>
      )}
      <CalendarFilters people={people} userId={userId} view={view} />
      <p id="calendar-keys" class="sr-only">{words.keys}</p>
      <div data-region="calendar">
        {isCut && (
          <p role="status" class="mb-3 rounded-md bg-warning px-3 py-2 text-meta text-warning-text">
            {words.cut(new Intl.NumberFormat(locales[language]).format(maxShown))}
          </p>
        )}
        {shown === "month"
          ? <MonthGrid {...grid} day={day} />
          : shown === "agenda"
          ? <Agenda {...grid} />
          : <TimeGrid {...grid} now={now} />}
      </div>
      <Calendar
        assigneeId={data.assigneeId}
      />
    </>
  );
});
