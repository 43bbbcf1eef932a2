import { useEffect } from "preact/hooks";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";
import { useFieldDrafts } from "@/lib/panel/save/use_field_drafts.ts";
import {
  changedStep,
  mergedSteps,
  movedStep,
  type Step,
  withoutStep,
  withStep,
} from "@/lib/panel/tasks/checklist.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

/** A task as far as its checklist goes. */
export interface Checked extends Saveable {
  checklist: Step[];
}

interface Sides {
  base: Step[];
  mine: Step[];
  theirs: Step[];
}

/** A task's steps, shown at once and saved one save at a time; others' changes are merged. */
export function useChecklist(
  { task, companyId, language }: { task: Checked; companyId: number; language: Language },
) {
  const drafts = useFieldDrafts<Checked, Step[]>({
    path: `tasks/${task.id}`,
    record: task,
    companyId,
    language,
    names: ["checklist"],
    hasOwnErrors: true,
    inputOf: (_, value) => value as Step[],
    read: (_, steps) => ({ value: steps }),
    merge(_, sides) {
      const { base, mine, theirs } = sides as Sides;
      return mergedSteps(base, mine, theirs);
    },
    onSaved: () => refreshRegions(),
  });
  const fresh = useRegionData("checklist", task);
  useEffect(() => drafts.adopt(fresh), [fresh]);
  const latest = () => drafts.inputIn("checklist");
  const change = (steps: Step[]) => drafts.commit("checklist", steps);

  return {
    steps: latest(),
    failure: drafts.state.kind === "failed" ? drafts.state.text : null,
    add: (text: string) => change(withStep(latest(), text)),
    tick: (at: number, done: boolean) => change(changedStep(latest(), at, { done })),
    rename: (at: number, text: string) => change(changedStep(latest(), at, { text })),
    move: (from: number, to: number) => change(movedStep(latest(), from, to)),
    remove(at: number) {
      const before = latest();
      change(withoutStep(before, at));
      showToast({
        text: speak(taskWords, language).checklist.removed,
        undo: {
          label: speak(commonWords, language).undo,
          run: () => {
            const now = latest();
            change([...now.slice(0, at), before[at]!, ...now.slice(at)]);
          },
        },
      });
    },
    retry: () => change(latest()),
  };
}
export type Checklist = ReturnType<typeof useChecklist>;
