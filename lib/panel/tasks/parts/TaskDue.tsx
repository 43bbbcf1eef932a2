import { usePage, useWords } from "@/components/page.ts";
import { DateInput } from "@/components/DateInput.tsx";
import { useEffect } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { SaveLine } from "@/lib/panel/save/SaveLine.tsx";
import { instantIn } from "@/lib/values/dates.ts";
import { localOf } from "@/lib/panel/form/field_spec.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";
import { useFieldDrafts } from "@/lib/panel/save/use_field_drafts.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

/** A task as far as its day goes. */
type Dated = Saveable & { due_at: string | null; due_all_day: boolean };

interface TaskDueProps {
  task: Dated;
}

/** The day that a task is due on, with an hour where it has one; it saves itself. */
export function TaskDue({ task }: TaskDueProps) {
  const { companyId, language, timeZone } = usePage();
  const drafts = useFieldDrafts<Dated, string | boolean>({
    path: `tasks/${task.id}`,
    record: task,
    companyId,
    language,
    names: ["due_at", "due_all_day"],
    hasOwnErrors: true,
    inputOf: (name, value) => name === "due_at" ? String(value ?? "") : value === true,
    read: (_, input) => ({ value: input === "" ? null : input }),
    // A day is one value: the later choice counts.
    merge: (_, { mine }) => mine,
    onSaved: () => refreshRegions(),
  });
  const fresh = useRegionData("task-due", task);
  useEffect(() => drafts.adopt(fresh), [fresh]);
  const id = idOf("task", task.id, "due");
  const words = useWords(taskWords);
  const due = String(drafts.inputIn("due_at"));
  const local = due && localOf(due, timeZone);
  const [day, time] = [local.slice(0, 10), drafts.inputIn("due_all_day") ? "" : local.slice(11)];

  function save(day: string, time: string) {
    // An unfinished date is no date: the browser shows it, and gives an empty text.
    const due_at = day ? instantIn(timeZone, `${day}T${time || "00:00"}`).toISOString() : null;
    drafts.type("due_at", due_at ?? "");
    drafts.type("due_all_day", !day || !time);
    drafts.send({ due_at, due_all_day: !day || !time });
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
          <SaveLine state={drafts.state} onRetry={() => drafts.run()} />
        </div>
      </div>
    </div>
  );
}
