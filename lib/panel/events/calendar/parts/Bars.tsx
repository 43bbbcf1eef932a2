import { Entry, type Speech } from "@/lib/panel/events/calendar/parts/Entry.tsx";
import { isBar } from "@/lib/panel/events/calendar/item.ts";
import type { PlacedBar } from "@/lib/panel/events/calendar/layout.ts";

interface BarsProps {
  /** Bars of the whole row; `day` is the index of this day in it. */
  bars: readonly PlacedBar[];
  day: number;
  /** Rows shown; what is below is counted. */
  maxRows: number;
  dayHref: string;
  dayName: string;
  speech: Speech;
}

/**
 * A day's bars. One over several days is drawn from its first day on; the others name it too, for
 * lists and readers of the screen.
 */
export function Bars({ bars, day, maxRows, dayHref, dayName, speech }: BarsProps) {
  const here = bars.filter(({ first, last }) => first <= day && last >= day);
  const visible = here.filter(({ row }) => row < maxRows);
  const hidden = here.length - visible.length;
  return (
    <div class="calendar-bars" data-bars>
      {visible.length > 0 && (
        <ul class="contents">
          {visible.map((bar) => (
            <li key={`${bar.item.kind}-${bar.item.id}`} class={classesOf(bar, day)}>
              <Entry item={bar.item} speech={speech} isBrief={!isBar(bar.item)} />
              {bar.item.kind === "event" && !bar.isCutAfter && (
                <span class="calendar-handle" data-resize aria-hidden="true" />
              )}
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <a class={`calendar-more bar-row-${maxRows + 1}`} href={dayHref} aria-current="false">
          <span aria-hidden="true" data-count={`+${hidden}`}>{speech.words.more(hidden)}</span>
          <span class="sr-only">{speech.words.moreOn(hidden, dayName)}</span>
        </a>
      )}
    </div>
  );
}

function classesOf({ item, first, last, row, isCutBefore, isCutAfter }: PlacedBar, day: number) {
  return [
    `calendar-bar bar-row-${row + 1} bar-span-${last - first + 1}`,
    day > first && "calendar-bar-rest",
    !isBar(item) && "calendar-bar-timed",
    isCutBefore && "calendar-cut-before",
    isCutAfter && "calendar-cut-after",
  ].filter(Boolean).join(" ");
}
