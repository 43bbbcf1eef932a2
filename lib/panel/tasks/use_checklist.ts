import { useEffect, useRef, useState } from "preact/hooks";
import { useRestored } from "@/lib/panel/page/use_restored.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions, regionsReplaced } from "@/lib/panel/live/regions.ts";
import { type Saveable, saveFields } from "@/lib/panel/save/save.ts";
import {
  changedStep,
  mergedSteps,
  movedStep,
  sameSteps,
  type Step,
  withoutStep,
  withStep,
} from "@/lib/panel/tasks/checklist.ts";
import { forgetUnsaved, readUnsaved } from "@/lib/panel/save/unsaved.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

type Kept = { checklist: Step[] };

/** A task as far as its checklist goes. */
export interface Checked extends Saveable {
  checklist: Step[];
}

/** A task's steps, shown at once and saved one save at a time; others' changes are merged. */
export function useChecklist(
  { task, companyId, language }: { task: Checked; companyId: number; language: Language },
) {
  const [steps, setSteps] = useState(task.checklist);
  const [failure, setFailure] = useState<string | null>(null);
  const saved = useRef<Checked>(task);
  const latest = useRef(steps);
  const isRunning = useRef(false);
  const path = `tasks/${task.id}`;
  const isChanged = () => !sameSteps(latest.current, saved.current.checklist);

  function show(next: Step[]) {
    latest.current = next;
    setSteps(next);
  }

  function change(next: Step[]) {
    show(next);
    run();
  }

  async function run() {
    if (isRunning.current) return;
    isRunning.current = true;
    while (isChanged()) {
      const mine = latest.current;
      const outcome = await saveFields<Checked>(
        { path, record: saved.current, values: { checklist: mine } },
        { companyId, language },
      );
      if (outcome.kind === "failed") {
        setFailure(failureText(outcome.outcome, language));
        break;
      }
      setFailure(null);
      const base = saved.current.checklist;
      saved.current = outcome.record;
      // Input of the meantime goes over what is stored now, in the next round.
      show(
        mergedSteps(
          outcome.kind === "saved" ? mine : base,
          latest.current,
          saved.current.checklist,
        ),
      );
      if (outcome.kind === "saved") await refreshRegions();
    }
    isRunning.current = false;
  }

  useRestored();
  useEffect(() => {
    // Input that a closed tab could not send.
    const kept = readUnsaved(companyId, path);
    if (kept?.values.checklist) {
      const { values, base } = kept as { values: Kept; base: Kept };
      forgetUnsaved(companyId, path, ["checklist"]);
      change(mergedSteps(base.checklist, values.checklist, saved.current.checklist));
    }
    const online = () => run();
    const replaced = () => {
      const text = document.querySelector("[data-json='checklist']")?.getAttribute("value");
      if (!text || isRunning.current) return;
      const now = JSON.parse(text) as Checked;
      if (now.version <= saved.current.version) return;
      const merged = mergedSteps(saved.current.checklist, latest.current, now.checklist);
      saved.current = now;
      change(merged);
    };
    addEventListener("online", online);
    document.addEventListener(regionsReplaced, replaced);
    return () => {
      removeEventListener("online", online);
      document.removeEventListener(regionsReplaced, replaced);
    };
  }, []);

  return {
    steps,
    failure,
    add: (text: string) => change(withStep(latest.current, text)),
    tick: (at: number, done: boolean) => change(changedStep(latest.current, at, { done })),
    rename: (at: number, text: string) => change(changedStep(latest.current, at, { text })),
    move: (from: number, to: number) => change(movedStep(latest.current, from, to)),
    remove(at: number) {
      const before = latest.current;
      change(withoutStep(before, at));
      showToast({
        text: speak(taskWords, language).checklist.removed,
        undo: {
          label: speak(commonWords, language).undo,
          run: () => {
            const now = latest.current;
            change([...now.slice(0, at), before[at]!, ...now.slice(at)]);
          },
        },
      });
    },
    retry: run,
  };
}
export type Checklist = ReturnType<typeof useChecklist>;
