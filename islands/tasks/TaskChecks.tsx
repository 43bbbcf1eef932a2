import { usePage } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";
import { speak } from "@/lib/words/language.ts";

/**
 * Finishes and reopens tasks of this page by their checks, at once, and takes it back where the
 * server refuses; `e` does it to the task that has the focus. Draws nothing.
 */
export function TaskChecks() {
  const { companyId, language } = usePage();
  useEffect(() => {
    const words = speak(taskWords, language);
    async function toggle(check: HTMLElement) {
      const { taskCheck: id, status: before } = check.dataset;
      const isDone = before !== "done";
      check.setAttribute("aria-checked", String(isDone));
      const path = `tasks/${id}`;
      const outcome = await runVerb({
        path,
        method: "PATCH",
        json: { status: isDone ? "done" : "pending" },
        done: isDone ? words.finished : words.reopened,
        undo: { path, method: "PATCH", json: { status: before } },
      }, { companyId, language });
      if (!outcome.ok) check.setAttribute("aria-checked", String(!isDone));
    }
    const click = (event: MouseEvent) => {
      const check = (event.target as Element).closest<HTMLElement>("[data-task-check]");
      if (check && !event.defaultPrevented) toggle(check);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "e" || !isShortcut(event)) return;
      const row = (event.target as Element).closest("[data-card], [data-id]");
      const check = row?.querySelector<HTMLElement>("[data-task-check]");
      if (!check) return;
      event.preventDefault();
      toggle(check);
    };
    document.addEventListener("click", click);
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("click", click);
      document.removeEventListener("keydown", press);
    };
  }, []);
  return null;
}
