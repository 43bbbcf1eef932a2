import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { listenToDrags, scrollDown } from "@/lib/panel/page/drags.ts";
import { ChecklistStep } from "@/lib/panel/tasks/parts/ChecklistStep.tsx";
import { maxSteps } from "@/lib/panel/tasks/checklist.ts";
import { type Checked, useChecklist } from "@/lib/panel/tasks/use_checklist.ts";
import { speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface TaskChecklistProps {
  task: Checked;
}

/** The steps of a task: added, ticked, renamed, put in order and removed, by mouse and by keys. */
export function TaskChecklist({ task }: TaskChecklistProps) {
  const { companyId, language } = usePage();
  const list = useChecklist({ task, companyId, language });
  const [added, setAdded] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const words = useWords(taskWords).checklist;
  const { steps, failure } = list;
  const done = steps.filter((step) => step.done).length;

  /** Once the steps are drawn anew. */
  function focus(at: number) {
    setTimeout(() => {
      const lines = [...root.current!.querySelectorAll<HTMLElement>("input[type=text]")];
      lines[Math.min(Math.max(at, 0), lines.length - 1)]?.focus();
    });
  }

  function add() {
    const text = added.trim();
    if (text === "" || steps.length >= maxSteps) return;
    list.add(text);
    setAdded("");
  }

  const move = useRef(list.move);
  move.current = list.move;
  // A step takes the place of the one under the pointer.
  useEffect(() =>
    listenToDrags<{ first: number; at: number }>({
      grab(target) {
        const step = target.closest("[data-drag]")?.closest<HTMLElement>("[data-step]");
        if (!step || !root.current?.contains(step)) return null;
        const first = Number(step.dataset.step);
        return { item: { first, at: first }, isHandle: true };
      },
      lift: () => true,
      carry(item, { x, y }) {
        scrollDown({ x, y });
        const under = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-step]");
        if (under && root.current?.contains(under)) carry(item, Number(under.dataset.step));
      },
      drop() {},
      cancel: (item) => carry(item, item.first),
    }).stop, []);

  function carry(item: { at: number }, to: number) {
    if (to === item.at) return;
    move.current(item.at, to);
    item.at = to;
  }

  return (
    <div ref={root}>
      {steps.length > 0 && (
        <p class="mb-1 flex items-center gap-2 text-label tabular-nums text-soft">
          <progress
            class="step-progress"
            max={steps.length}
            value={done}
            aria-label={words.title}
          />
          {words.count(done, steps.length)}
        </p>
      )}
      <ol>
        {steps.map((step, at) => (
          <ChecklistStep
            key={at}
            step={step}
            at={at}
            list={list}
            focus={focus}
          />
        ))}
      </ol>
      <form
        class="step-line step-new"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Icon name="plus" class="size-4 shrink-0 text-soft" />
        <input
          type="text"
          class="cell min-w-0 flex-1"
          aria-label={words.add}
          placeholder={steps.length < maxSteps ? words.add : words.full}
          data-most={200}
          dir="auto"
          autocomplete="off"
          disabled={steps.length >= maxSteps}
          value={added}
          onInput={(event) => setAdded(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === "ArrowUp") {
              event.preventDefault();
              focus(steps.length - 1);
            } else if (event.key === "Escape") setAdded("");
          }}
        />
      </form>
      {failure && (
        <p role="alert" class="mt-2 flex items-center gap-3 text-meta text-danger-text">
          {failure}
          <button type="button" class="button" onClick={list.retry}>
            {speak(commonWords, language).retry}
          </button>
        </p>
      )}
    </div>
  );
}
