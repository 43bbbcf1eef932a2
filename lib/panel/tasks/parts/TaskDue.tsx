import { usePage, useWords } from "@/components/page.ts";
import { DateInput } from "@/components/DateInput.tsx";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { useRestored } from "@/lib/panel/page/use_restored.ts";
import { SaveLine } from "@/lib/panel/save/SaveLine.tsx";
import { instantIn } from "@/lib/values/dates.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { localOf } from "@/lib/panel/form/field_spec.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { type Saveable, saveFields } from "@/lib/panel/save/save.ts";
import type { SaveState } from "@/lib/panel/save/save.ts";
import { readUnsaved } from "@/lib/panel/save/unsaved.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface DueValues {
  due_at: string | null;
  due_all_day: boolean;
}

/** A task as far as its day goes. */
type Dated = Saveable & DueValues;

interface TaskDueProps {
  task: Dated;
}

/** The day that a task is due on, with an hour where it has one; it saves itself. */
export function TaskDue({ task: first }: TaskDueProps) {
  const { companyId, language, timeZone } = usePage();
  const task = useRegionData("task-due", first);
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const [day, setDay] = useState(dayOf(first, timeZone));
  const [time, setTime] = useState(timeOf(first, timeZone));
  const latest = useRef(task);
  const isSaving = useRef(false);
  const id = idOf("task", first.id, "due");
  const words = useWords(taskWords);

  useEffect(() => {
    if (task.version < latest.current.version) return;
    latest.current = task;
    if (isSaving.current) return;
    setDay(dayOf(task, timeZone));
    setTime(timeOf(task, timeZone));
  }, [task]);

  useRestored();
  useEffect(() => {
    const resend = () => {
      const values = readUnsaved(companyId, `tasks/${first.id}`)?.values;
      if (!values || !("due_at" in values)) return;
      const kept = values as unknown as DueValues;
      save(dayOf(kept, timeZone), timeOf(kept, timeZone));
    };
    resend();
    addEventListener("online", resend);
    return () => removeEventListener("online", resend);
  }, []);

  async function save(day: string, time: string) {
    setDay(day);
    setTime(day ? time : "");
    // An unfinished date is no date: the browser shows it, and gives an empty text.
    const due_at = day ? instantIn(timeZone, `${day}T${time || "00:00"}`).toISOString() : null;
    const values = { due_at, due_all_day: !day || !time };
    isSaving.current = true;
    setState({ kind: "saving" });
    const saved = await saveFields<Dated>(
      { path: `tasks/${latest.current.id}`, record: latest.current, values },
      { companyId, language },
    );
    // A day is one value: the later choice counts.
    if (saved.kind === "clash") {
      latest.current = saved.record;
      return await save(day, time);
    }
    isSaving.current = false;
    if (saved.kind === "saved") {
      latest.current = saved.record;
      setState({ kind: "saved", at: new Date() });
      await refreshRegions();
    } else {
      const { outcome } = saved;
      const text = failureText(outcome, language);
      setState({ kind: "failed", text, isOffline: outcome.why === "network" });
    }
  }

  return (
    <div class="record-fields mb-1">
      <div>
        <label for={id} class="text-label">{words.due}</label>
        <div class="quiet flex flex-wrap items-center gap-1">
          <DateInput
            id={id}
            type="date"
            class="control w-40"
            value={day}
            language={language}
            onChange={(event) => save(event.currentTarget.value, time)}
          />
          {day && (
            <>
              <input
                type="time"
                class="control w-28"
                aria-label={words.dueTime}
                value={time}
                onChange={(event) => save(day, event.currentTarget.value)}
              />
              <button
                type="button"
                class="button button-plain button-icon text-soft"
                title={words.clearDay}
                onClick={() => save("", "")}
              >
                <Icon name="x" />
                <span class="sr-only">{words.clearDay}</span>
              </button>
            </>
          )}
          <SaveLine state={state} onRetry={() => save(day, time)} />
        </div>
      </div>
    </div>
  );
}

function dayOf({ due_at }: DueValues, timeZone: string): string {
  return due_at ? localOf(due_at, timeZone).slice(0, 10) : "";
}

function timeOf({ due_at, due_all_day }: DueValues, timeZone: string): string {
  return due_at && !due_all_day ? localOf(due_at, timeZone).slice(11) : "";
}
