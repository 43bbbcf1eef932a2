import { usePage, useWords } from "@/components/page.ts";
import { FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { hoursWords } from "@/lib/panel/settings/hours_words.ts";
import { dayName, nextHours, shownTime, typedEnd } from "@/lib/panel/settings/week.ts";
import { mostOpeningsADay, type Weekday } from "@/lib/values/opening_hours.ts";

type Hours = [string, string][];

interface DayHoursProps {
  day: Weekday;
  hours: Hours;
  /** Hours of the day before. */
  before?: Hours;
  error?: string;
  onChange(hours: Hours): void;
}

/** The hours of one weekday, and what makes more of them. */
export function DayHours({ day, hours, before, error, onChange }: DayHoursProps) {
  const { language } = usePage();
  const words = useWords(hoursWords);
  const name = dayName(day, language);
  const errorId = `hours-${day}-error`;
  const set = (at: number, place: 0 | 1, time: string) =>
    onChange(hours.map((one, nth) => {
      if (nth !== at) return one;
      return place === 0 ? [time, one[1]] : [one[0], typedEnd(time)];
    }));
  const described = error ? { "aria-describedby": errorId, "aria-invalid": "true" as const } : {};
  return (
    <li class="hours-day">
      <p class="hours-name">{name}</p>
      <div class="min-w-0">
        {hours.length === 0 && <p class="hours-closed">{words.closed}</p>}
        {hours.map(([from, to], at) => (
          <p key={at} class="hours-times">
            <input
              type="time"
              class="control"
              aria-label={words.from(name, at + 1)}
              value={from}
              onInput={({ currentTarget: { value } }) => set(at, 0, value)}
              {...described}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              class="control"
              aria-label={words.to(name, at + 1)}
              value={shownTime(to)}
              onInput={({ currentTarget: { value } }) => set(at, 1, value)}
              {...described}
            />
            <button
              type="button"
              class="button button-plain button-icon text-soft"
              title={words.remove(name, at + 1)}
              onClick={() => onChange(hours.filter((_, nth) => nth !== at))}
            >
              <Icon name="x" />
              <span class="sr-only">{words.remove(name, at + 1)}</span>
            </button>
          </p>
        ))}
        {error && <FieldError id={errorId} text={error} />}
      </div>
      <p class="hours-tools">
        {before && (
          <button
            type="button"
            class="button button-plain button-icon text-soft"
            title={words.copy(name)}
            onClick={() => onChange(before.map(([from, to]) => [from, to]))}
          >
            <Icon name="copy" />
            <span class="sr-only">{words.copy(name)}</span>
          </button>
        )}
        {hours.length < mostOpeningsADay && (
          <button
            type="button"
            class="button button-plain button-icon text-soft"
            title={words.add(name)}
            onClick={() => onChange([...hours, nextHours(hours)])}
          >
            <Icon name="plus" />
            <span class="sr-only">{words.add(name)}</span>
          </button>
        )}
      </p>
    </li>
  );
}
