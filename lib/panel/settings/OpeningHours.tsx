import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { DayHours } from "@/lib/panel/settings/DayHours.tsx";
import { hoursWords } from "@/lib/panel/settings/hours_words.ts";
import { incompleteDays, toWeek, usualWeek, type Week } from "@/lib/panel/settings/week.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type OpeningHours as Hours, type Weekday, weekdays } from "@/lib/values/opening_hours.ts";

interface OpeningHoursProps {
  hours: Hours | null;
}

/** When the company works, day by day; saved as a whole, since days belong together. */
export function OpeningHours(props: OpeningHoursProps) {
  const { saved, week, setWeek, isBusy, isChanged, errors, error, show, submit, change } = useHours(
    props.hours,
  );
  const words = useWords(hoursWords);
  const { saving } = useWords(commonWords);
  return (
    <form noValidate class="pt-2" {...sentBy(submit)}>
      {week
        ? (
          <ul>
            {weekdays.map((day, at) => (
              <DayHours
                key={day}
                day={day}
                hours={week[day]}
                before={at === 0 ? undefined : week[weekdays[at - 1]!]}
                error={errors[day]}
                onChange={(hours) => change(day, hours)}
              />
            ))}
          </ul>
        )
        : <p class="py-1 text-pretty text-meta text-soft">{words.always}</p>}
      {error && <FieldError id="opening-hours-error" text={error} />}
      <div class="mt-3 flex flex-wrap gap-2">
        {isChanged && (
          <>
            <button type="submit" class="button button-primary" disabled={isBusy}>
              {isBusy ? saving : words.save}
            </button>
            <button type="button" class="button" onClick={() => show(saved)}>
              {words.discard}
            </button>
          </>
        )}
        {week
          ? (
            <button
              type="button"
              class="button button-plain text-soft"
              onClick={() => setWeek(null)}
            >
              {words.end}
            </button>
          )
          : (
            <button type="button" class="button" onClick={() => setWeek(usualWeek())}>
              <Icon name="plus" />
              {words.begin}
            </button>
          )}
      </div>
    </form>
  );
}

/** The week as typed, and its saving, which can be taken back. */
function useHours(initial: Hours | null) {
  const { companyId, language } = usePage();
  const [saved, setSaved] = useState(initial);
  const [week, setWeek] = useState(() => toWeek(initial));
  const { isBusy, errors, failure, setErrors, setFailure, clear, send } = useAnswer({
    isBrief: true,
  });
  const words = useWords(hoursWords);
  const { undo } = useWords(commonWords);
  const isChanged = JSON.stringify(week) !== JSON.stringify(toWeek(saved));

  useLeaveGuard(isChanged);

  async function save(next: Week | Hours | null): Promise<void> {
    const json = { opening_hours: next };
    const call = { companyId, language, method: "PATCH" as const, json };
    const answer = await send(async () =>
      byDay(await callApi<{ opening_hours: Hours | null }>(`companies/${companyId}`, call))
    );
    if (!answer) return;
    const before = saved;
    show(answer.data.opening_hours);
    showToast({
      text: next ? words.saved : words.removed,
      undo: { label: undo, run: () => save(before) },
    });
  }

  function show(hours: Hours | null) {
    clear();
    setSaved(hours);
    setWeek(toWeek(hours));
  }

  function submit() {
    if (!week) return save(null);
    const incomplete = incompleteDays(week);
    if (incomplete.length === 0) return save(week);
    setErrors(Object.fromEntries(incomplete.map((day) => [day, words.incomplete])));
  }

  function change(day: Weekday, hours: [string, string][]) {
    setWeek((before) => before && { ...before, [day]: hours });
    setErrors(({ [day]: _, all: __, ...others }) => others);
    setFailure(null);
  }

  const error = errors.all ?? failure;
  return { saved, week, setWeek, isBusy, isChanged, errors, error, show, submit, change };
}

/** `opening_hours.mon.0.1` is said beside Monday. */
function byDay<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok || outcome.why !== "refused") return outcome;
  const fields = Object.entries(outcome.fields)
    .map(([path, text]) => [path.split(".")[1] ?? "all", text]);
  return { ...outcome, fields: Object.fromEntries(fields) };
}
