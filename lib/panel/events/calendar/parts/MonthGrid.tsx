import { usePage } from "@/components/page.ts";
import { Bars } from "@/lib/panel/events/calendar/parts/Bars.tsx";
import type { Speech } from "@/lib/panel/events/calendar/parts/Entry.tsx";
import type { Item } from "@/lib/panel/events/calendar/item.ts";
import { barsOf } from "@/lib/panel/events/calendar/layout.ts";

interface MonthGridProps {
  /** Whole weeks. */
  days: readonly string[];
  /** A day of the month. */
  day: string;
  items: readonly Item[];
  today: string;
  speech: Speech;
  dayHref: (day: string) => string;
}

const shownRows = 4;

/** The weeks of a month; each day shows what fits and leads to the rest. */
export function MonthGrid(props: MonthGridProps) {
  const { timeZone } = usePage();
  const { days, day: anchor, items, today, speech, dayHref } = props;
  const weeks = Array.from(
    { length: days.length / 7 },
    (_, week) => days.slice(week * 7, week * 7 + 7),
  );
  return (
    <div>
      <div class="calendar-weekdays" aria-hidden="true">
        {weeks[0]!.map((day) => <span key={day}>{speech.say.weekday(day)}</span>)}
      </div>
      <div class="calendar-month" data-calendar="month">
        {weeks.flatMap((week) => {
          const bars = barsOf(week, items, timeZone);
          return week.map((day, index) => (
            <section
              key={day}
              class="calendar-cell"
              aria-labelledby={`day-${day}`}
              data-day={day}
              data-today={day === today}
              data-outside={day.slice(0, 7) !== anchor.slice(0, 7)}
            >
              <h2 id={`day-${day}`} class="calendar-cell-head">
                <a href={dayHref(day)} aria-current={day === today ? "date" : "false"}>
                  <span class="sr-only">{speech.say.listDay(day)}</span>
                  <span class="calendar-date" aria-hidden="true">
                    {Number(day.slice(8))}
                  </span>
                </a>
              </h2>
              <Bars
                bars={bars}
                day={index}
                maxRows={shownRows}
                dayHref={dayHref(day)}
                dayName={speech.say.listDay(day)}
                speech={speech}
              />
            </section>
          ));
        })}
      </div>
    </div>
  );
}
