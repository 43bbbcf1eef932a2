import { useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { type Spoken } from "@/lib/words/language.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";

/** The lead times that are offered, in minutes; an event may have others. */
const usual = [0, 5, 10, 15, 30, 60, 120, 1_440, 2_880, 10_080];
const most = 5;

interface RemindersProps {
  minutes: number[];
  version: number;
  error: string | undefined;
  onSave: (minutes: number[]) => void;
}

/** How long before the event its assignee is reminded. */
export function Reminders({ minutes, version, error, onSave }: RemindersProps) {
  const words = useWords(calendarWords);
  const [draft, setDraft] = useState<number[] | null>(null);
  useEffect(() => {
    setDraft(null);
  }, [version]);
  const leads = draft ?? minutes;
  function save(next: number[]) {
    const sorted = [...new Set(next)].sort((a, b) => a - b);
    setDraft(sorted);
    onSave(sorted);
  }
  return (
    <Field
      name="reminder_minutes"
      label={words.reminders}
      hint={words.remindsAssignee}
      error={error}
    >
      {(control) => (
        <div class="flex flex-wrap items-center gap-1.5 px-2.5 py-1">
          {leads.map((lead) => (
            <span key={lead} class="chip text-meta">
              <span class="chip-text">{leadWords(lead, words)}</span>
              <button
                type="button"
                class="chip-remove"
                onClick={() => save(leads.filter((one) => one !== lead))}
              >
                <Icon name="x" class="size-3.5" />
                <span class="sr-only">{words.removeReminder(leadWords(lead, words))}</span>
              </button>
            </span>
          ))}
          <select
            {...control}
            class="control w-auto text-meta"
            disabled={leads.length >= most}
            onChange={(event) => {
              const { value } = event.currentTarget;
              event.currentTarget.value = "";
              if (value !== "") save([...leads, Number(value)]);
            }}
          >
            <option value="" selected>{words.addReminder}</option>
            {usual.filter((lead) => !leads.includes(lead)).map((lead) => (
              <option key={lead} value={lead}>{leadWords(lead, words)}</option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}

function leadWords(minutes: number, words: Spoken<typeof calendarWords>): string {
  if (minutes === 0) return words.atStart;
  if (minutes % 1_440 === 0) return words.daysBefore(minutes / 1_440);
  return minutes % 60 === 0 ? words.hoursBefore(minutes / 60) : words.minutesBefore(minutes);
}
