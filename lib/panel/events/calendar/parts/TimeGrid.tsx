import { usePage } from "@/components/page.ts";
import { Bars } from "@/lib/panel/events/calendar/parts/Bars.tsx";
import { Entry, type Speech } from "@/lib/panel/events/calendar/parts/Entry.tsx";
import {
  axisOf,
  gapOf,
  hourMarks,
  placeOf,
  type Stretch,
} from "@/lib/panel/events/calendar/axis.ts";
import { isBar, type Item } from "@/lib/panel/events/calendar/item.ts";
import {
  barsOf,
  type PlacedBar,
  type Segment,
  segmentsOf,
} from "@/lib/panel/events/calendar/layout.ts";

interface TimeGridProps {
  days: readonly string[];
  items: readonly Item[];
  today: string;
  now: Date;
  speech: Speech;
  dayHref: (day: string) => string;
}

/** Days side by side, with their hours; a week is a list on a phone. */
export function TimeGrid(props: TimeGridProps) {
  const { timeZone } = usePage();
  const { days, items, today, now, speech, dayHref } = props;
  const axis = axisOf(days, timeZone);
  const bars = barsOf(days, items.filter(isBar), timeZone);
  const columns = days.map((day) => ({ day, segments: segmentsOf(axis, day, items) }));
  const isWeek = days.length > 1;
  return (
    <div class={isWeek ? "calendar-scroll calendar-listed" : "calendar-scroll"} data-scroll="hours">
      <div
        class={`calendar-grid ${isWeek ? "calendar-week" : "calendar-day"} axis-${axis.minutes}`}
        data-calendar={isWeek ? "week" : "day"}
      >
        <div class="calendar-hours" aria-hidden="true">
          <span class="calendar-corner" />
          <span class="calendar-corner-bars">{speech.words.allDayShort}</span>
          <div class="calendar-hour-marks">
            {hourMarks(axis).map(({ place, hour, isSecond }) => (
              <span
                key={place}
                class={`calendar-hour ${placed({ from: place, to: place })}`}
                data-hour={isSecond ? undefined : hour}
              >
                {hour === 0 ? "" : `${String(hour).padStart(2, "0")}:00`}
              </span>
            ))}
          </div>
        </div>
        {columns.map(({ day, segments }, index) => (
          <section
            key={day}
            class="calendar-column"
            aria-labelledby={`day-${day}`}
            data-day={day}
            data-today={day === today}
            data-empty={segments.length === 0 && !bars.some(isOn(index))}
          >
            <h2 id={`day-${day}`} class="calendar-day-head">
              <a href={dayHref(day)} aria-current={day === today ? "date" : "false"}>
                <span class="sr-only">{speech.say.listDay(day)}</span>
                <span class="calendar-weekday" aria-hidden="true">{speech.say.weekday(day)}</span>
                <span class="calendar-date" aria-hidden="true">{Number(day.slice(8))}</span>
              </a>
            </h2>
            <Bars
              bars={bars}
              day={index}
              maxRows={isWeek ? 5 : 50}
              dayHref={dayHref(day)}
              dayName={speech.say.listDay(day)}
              speech={speech}
            />
            <Hours gap={gapOf(axis, day)} segments={segments} speech={speech}>
              {day === today && (
                <span
                  class={`calendar-now ${placed(at(placeOf(axis, day, now.getTime())))}`}
                  data-now
                  aria-hidden="true"
                />
              )}
            </Hours>
          </section>
        ))}
      </div>
    </div>
  );
}

function isOn(index: number) {
  return ({ first, last }: PlacedBar) => first <= index && last >= index;
}

function Hours({ gap, segments, speech, children }: {
  gap: Stretch | null;
  segments: readonly Segment[];
  speech: Speech;
  children: preact.ComponentChildren;
}) {
  return (
    <div class="calendar-times" data-times>
      {gap && <span class={`calendar-gap ${placed(gap)}`} title={speech.words.gap} />}
      {segments.length > 0 && (
        <ul class="contents">
          {segments.map((segment) => (
            <li key={`${segment.item.kind}-${segment.item.id}`} class={slotOf(segment)}>
              <Entry item={segment.item} speech={speech} />
              {segment.item.kind === "event" && segment.isEnd && (
                <span class="calendar-handle" data-resize aria-hidden="true" />
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

function slotOf({ column, columns, isStart, isEnd, ...stretch }: Segment): string {
  return [
    `calendar-slot ${placed(stretch)} lane-${column} lanes-${columns}`,
    stretch.to - stretch.from < 45 && "calendar-short",
    !isStart && "calendar-cut-before",
    !isEnd && "calendar-cut-after",
  ].filter(Boolean).join(" ");
}

function at(place: number): Stretch {
  return { from: place, to: place };
}

/** A place on the axis, in classes: the page's policy allows no style attributes. */
function placed({ from, to }: Stretch): string {
  const of = (place: number) => [Math.floor(place / 60), Math.floor(place % 60)];
  const [[hour, minute], [tillHour, tillMinute]] = [of(from), of(to)] as [number[], number[]];
  return `at-hour-${hour} at-minute-${minute} till-hour-${tillHour} till-minute-${tillMinute}`;
}
