import { DateInput } from "@/components/DateInput.tsx";
import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { formatDay } from "@/lib/values/dates.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { hoursWords } from "@/lib/panel/settings/hours_words.ts";
import { commonWords } from "@/lib/words/common.ts";

interface ClosedDaysProps {
  days: string[];
}

/** Holidays; each change saves itself. */
export function ClosedDays(props: ClosedDaysProps) {
  const { language } = usePage();
  const { days, form, add, remove } = useDays(props.days);
  const words = useWords(hoursWords);
  return (
    <div>
      {days.length === 0 && <p class="py-2 text-meta text-soft">{words.none}</p>}
      <ul class="max-w-md">
        {days.map((day) => (
          <li key={day} class="flex min-h-10 items-center gap-3 border-b border-line">
            <span class="min-w-0 flex-1 tabular-nums">{formatDay(day, language)}</span>
            <button
              type="button"
              class="button button-plain button-icon text-soft"
              title={words.removeDay(formatDay(day, language))}
              onClick={() =>
                remove(day)}
            >
              <Icon name="x" />
              <span class="sr-only">{words.removeDay(formatDay(day, language))}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        noValidate
        class="mt-3 flex max-w-md items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div class="w-44">
          <Field name="closed_day" label={words.day} error={form.failure ?? undefined}>
            {(control) => (
              <DateInput
                {...control}
                type="date"
                value={form.values.day}
                onInput={(event) => {
                  form.change({ day: event.currentTarget.value });
                  form.clear();
                }}
              />
            )}
          </Field>
        </div>
        <button type="submit" class="button self-start mt-5">{words.addDay}</button>
      </form>
    </div>
  );
}

/** The days as saved, the one that is typed, and changes, which can be taken back. */
function useDays(initial: string[]) {
  const { companyId, language } = usePage();
  const [days, setDays] = useState(initial);
  const form = useForm({ day: "" }, {
    textOf(failed) {
      const [field] = failed.why === "refused" ? Object.values(failed.fields) : [];
      return field ?? failureText(failed, language);
    },
  });
  const words = useWords(hoursWords);
  const { undo } = useWords(commonWords);

  async function save(next: string[], text: string): Promise<void> {
    const json = { closed_days: next };
    const call = { companyId, language, method: "PATCH" as const, json };
    const path = `companies/${companyId}`;
    const saved = await form.send(() => callApi<{ closed_days: string[] }>(path, call));
    if (!saved) return;
    const before = days;
    form.begin({ day: "" });
    setDays(saved.data.closed_days);
    showToast({ text, undo: { label: undo, run: () => save(before, text) } });
  }

  function add() {
    const { day: typed } = form.values;
    if (!typed) return;
    if (days.includes(typed)) return form.setFailure(words.isThere);
    save([...days, typed], words.dayAdded);
  }

  const remove = (day: string) => save(days.filter((one) => one !== day), words.dayRemoved);
  return { days, form, add, remove };
}
