import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { daysBetween, instantAt } from "@/lib/panel/events/calendar/clock.ts";
import {
  daysOfEvent,
  isSameTimes,
  moved,
  startingAt,
  type Times,
  wholeDays,
} from "@/lib/panel/events/calendar/times.ts";
import { instantOf, localOf } from "@/lib/panel/form/field_spec.ts";
import { isSaveKey } from "@/lib/panel/page/keys.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";

interface EventTimesProps {
  times: Times;
  /** Changes whenever the record does: what was typed is then saved. */
  version: number;
  error: string | undefined;
  onSave: (times: Times) => void;
}

/** Start, end and whether it takes whole days; a later start keeps the length. */
export function EventTimes({ times, version, error, onSave }: EventTimesProps) {
  const words = useWords(calendarWords);
  const { current, written, typed, isWrong, ...draft } = useTimesDraft({ times, version, onSave });
  // As the key, it makes a new input: the old value is none of the other kind.
  const kind = current.isAllDay ? "date" : "datetime-local";
  const control = (name: "start" | "end", commit: () => void) => ({
    type: kind,
    class: "control",
    required: true,
    value: typed[name] ?? written[name],
    onInput: (event: Event) => draft.type(name, (event.currentTarget as HTMLInputElement).value),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" || isSaveKey(event)) commit();
      if (event.key === "Escape") draft.clear();
    },
  });

  return (
    <>
      <Field name="starts_at" label={words.starts}>
        {(attributes) => (
          <div class="quiet">
            <input key={kind} {...attributes} {...control("start", draft.commitStart)} />
          </div>
        )}
      </Field>
      <Field name="ends_at" label={words.ends} error={isWrong ? words.wrongTimes : error}>
        {(attributes) => (
          <div class="quiet">
            <input key={kind} {...attributes} {...control("end", draft.commitEnd)} />
          </div>
        )}
      </Field>
      <Field name="all_day" label={words.allDay}>
        {(attributes) => (
          <div class="flex min-h-8 items-center px-2.5">
            <input
              {...attributes}
              type="checkbox"
              class="size-4 accent-accent"
              checked={current.isAllDay}
              onChange={(event) => draft.toggle(event.currentTarget.checked)}
            />
          </div>
        )}
      </Field>
    </>
  );
}

/** What is typed until it is saved, and the times that it makes. */
function useTimesDraft({ times, version, onSave }: Omit<EventTimesProps, "error">) {
  const { timeZone } = usePage();
  const [draft, setDraft] = useState<Times | null>(null);
  const [typed, setTyped] = useState<{ start?: string; end?: string }>({});
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setDraft(null);
  }, [version]);
  const current = draft ?? times;
  const written = writtenIn(current, timeZone);

  function clear() {
    setTyped({});
    setWrong(false);
  }

  function save(next: Times) {
    clear();
    if (isSameTimes(next, current)) return;
    setDraft(next);
    onSave(next);
  }

  function commitStart() {
    if (!typed.start || typed.start === written.start) return setTyped({});
    if (current.isAllDay) {
      const days = daysBetween(written.start, typed.start);
      return save(moved(current, { days }, timeZone));
    }
    const at = instantOf(typed.start, timeZone);
    if (at) save(startingAt(current, Date.parse(at)));
  }

  function commitEnd() {
    if (!typed.end || typed.end === written.end) return setTyped({});
    if (current.isAllDay) {
      if (typed.end < written.start) return setWrong(true);
      return save(wholeDays(written.start, typed.end, timeZone));
    }
    const at = instantOf(typed.end, timeZone);
    if (!at) return;
    if (Date.parse(at) < current.start) return setWrong(true);
    save({ ...current, end: Date.parse(at) });
  }

  /** Whole days, or an hour of the first day's morning. */
  function toggle(isAllDay: boolean) {
    const [first, last] = daysOfEvent(current, timeZone);
    const nine = instantAt({ day: first, minute: 9 * 60 }, timeZone);
    save(
      isAllDay
        ? wholeDays(first, last, timeZone)
        : { start: nine, end: nine + 3_600_000, isAllDay: false },
    );
  }

  const type = (name: "start" | "end", value: string) => setTyped({ ...typed, [name]: value });
  return { current, written, typed, isWrong, type, clear, commitStart, commitEnd, toggle };
}

/** Returns times as the controls hold them; an all-day event includes its last day. */
function writtenIn(times: Times, timeZone: string): { start: string; end: string } {
  if (times.isAllDay) {
    const [start, end] = daysOfEvent(times, timeZone);
    return { start, end };
  }
  const local = (at: number) => localOf(new Date(at).toISOString(), timeZone);
  return { start: local(times.start), end: local(times.end) };
}
