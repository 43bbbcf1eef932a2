import { useState } from "preact/hooks";
import { FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { DayHours } from "@/lib/panel/settings/DayHours.tsx";
import { hoursWords } from "@/lib/panel/settings/hours_words.ts";
import { incompleteDays, toWeek, usualWeek, type Week } from "@/lib/panel/settings/week.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { type OpeningHours as Hours, type Weekday, weekdays } from "@/lib/values/opening_hours.ts";

interface OpeningHoursProps {
  hours: Hours | null;
  companyId: number;
  language: Language;
}

/** When the company works, day by day; saved as a whole, since days belong together. */
export function OpeningHours({ companyId, language, ...props }: OpeningHoursProps) {
  const [saved, setSaved] = useState(props.hours);
  const [week, setWeek] = useState(() => toWeek(props.hours));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const words = speak(hoursWords, language);
  const { undo, saving } = speak(commonWords, language);
  const [isSaving, setSaving] = useState(false);
  const isChanged = JSON.stringify(week) !== JSON.stringify(toWeek(saved));

  useLeaveGuard(isChanged);

  async function save(next: Week | Hours | null): Promise<void> {
    setSaving(true);
    const json = { opening_hours: next };
    const call = { companyId, language, method: "PATCH" as const, json };
    const outcome = await callApi<{ opening_hours: Hours | null }>(`companies/${companyId}`, call);
    setSaving(false);
    if (!outcome.ok) {
      const fields = outcome.why === "refused" ? Object.entries(outcome.fields) : [];
      // `opening_hours.mon.0.1` is said beside Monday.
      const named = fields.map(([path, text]) => [path.split(".")[1] ?? "all", text]);
      return setErrors(
        named.length > 0 ? Object.fromEntries(named) : { all: failureText(outcome, language) },
      );
    }
    const before = saved;
    show(outcome.data.opening_hours);
    showToast({
      text: next ? words.saved : words.removed,
      undo: { label: undo, run: () => save(before) },
    });
  }

  function show(hours: Hours | null) {
    setErrors({});
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
  }

  return (
    <form
      noValidate
      class="pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit();
      }}
    >
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
      {errors.all && <FieldError id="opening-hours-error" text={errors.all} />}
      <div class="mt-3 flex flex-wrap gap-2">
        {isChanged && (
          <>
            <button type="submit" class="button button-primary" disabled={isSaving}>
              {isSaving ? saving : words.save}
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
