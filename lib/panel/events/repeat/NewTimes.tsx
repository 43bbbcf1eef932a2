import { useWords } from "@/components/page.ts";
import { useRef } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import type { Typed } from "@/lib/panel/form/field_spec.ts";
import { addDays } from "@/lib/values/dates.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";

/** Local times, `YYYY-MM-DDTHH:MM`; of an all-day event both are midnights. */
interface LocalTimes {
  starts_at: string;
  ends_at: string;
  all_day: boolean;
}

interface NewTimesProps {
  times: LocalTimes;
  errors: Record<string, string>;
  onType(times: Partial<Record<keyof LocalTimes, Typed>>): void;
}

/** Start, end and whether it takes whole days. The end keeps its distance when the start is moved. */
export function NewTimes({ times, errors, onType }: NewTimesProps) {
  const words = useWords(calendarWords);
  const { starts_at, ends_at, all_day } = times;
  /** The hours that it had before it was made one of whole days. */
  const hours = useRef({ starts_at, ends_at });

  function typeStart(text: string) {
    const next = all_day ? midnight(text) : text;
    const ends = following(times, next);
    onType(ends === null ? { starts_at: next } : { starts_at: next, ends_at: ends });
  }

  function turn(isAllDay: boolean) {
    if (isAllDay) {
      hours.current = { starts_at, ends_at };
      const last = dayOf(ends_at) > dayOf(starts_at) && ends_at.endsWith("T00:00")
        ? addDays(dayOf(ends_at), -1)
        : dayOf(ends_at);
      return onType({
        all_day: true,
        starts_at: midnight(dayOf(starts_at)),
        ends_at: midnight(addDays(last || dayOf(starts_at), 1)),
      });
    }
    const before = hours.current;
    const begin = `${dayOf(starts_at)}${before.starts_at.slice(10)}`;
    onType({ all_day: false, starts_at: begin, ends_at: following(before, begin) ?? begin });
  }

  const type = all_day ? "date" : "datetime-local";
  const input = { type, required: true, class: "control" };
  return (
    <>
      <Field name="new-all_day" label={words.allDay}>
        {(control) => (
          <input
            {...control}
            type="checkbox"
            class="size-4 accent-accent"
            checked={all_day}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
        )}
      </Field>
      <Field name="new-starts_at" label={words.starts} error={errors.starts_at}>
        {(control) => (
          <input
            key={type}
            {...control}
            {...input}
            value={all_day ? dayOf(starts_at) : starts_at}
            onInput={(event) => typeStart(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field name="new-ends_at" label={words.ends} error={errors.ends_at}>
        {(control) => (
          <input
            key={type}
            {...control}
            {...input}
            value={all_day && ends_at ? addDays(dayOf(ends_at), -1) : ends_at}
            onInput={({ currentTarget: { value } }) =>
              onType({ ends_at: all_day && value ? midnight(addDays(value, 1)) : value })}
          />
        )}
      </Field>
    </>
  );
}

/** Returns the end that follows a moved start; null while either is typed. */
function following(
  { starts_at, ends_at }: Pick<LocalTimes, "starts_at" | "ends_at">,
  next: string,
): string | null {
  const [from, to, at] = [starts_at, ends_at, next].map((text) => Date.parse(`${text}:00Z`));
  const end = at! + Math.max(to! - from!, 0);
  return Number.isNaN(end) ? null : new Date(end).toISOString().slice(0, 16);
}

function midnight(day: string): string {
  return day && `${day}T00:00`;
}

function dayOf(local: string): string {
  return local.slice(0, 10);
}
