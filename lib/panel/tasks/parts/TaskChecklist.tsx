import { usePage, useWords } from "@/components/page.ts";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { listenToDrags, scrollDown } from "@/lib/panel/page/drags.ts";
import { ChecklistStep } from "@/lib/panel/tasks/parts/ChecklistStep.tsx";
import { maxSteps } from "@/lib/panel/tasks/checklist.ts";
import { type Checked, useChecklist } from "@/lib/panel/tasks/use_checklist.ts";
import { commonWords } from "@/lib/words/common.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface TaskChecklistProps {
  task: Checked;
}

/** The steps of a task: added, ticked, renamed, put in order and removed, by mouse and by keys. */
export function TaskChecklist({ task }: TaskChecklistProps) {
  const { companyId, language } = usePage();
  const list = useChecklist({ task, companyId, language });
  const root = useRef<HTMLDivElement>(null);
  const words = useWords(taskWords).checklist;
  const common = useWords(commonWords);
  const { steps, failure } = list;
  const done = steps.filter((step) => step.done).length;

  const focus = useLineFocus(root);
  useStepDrags(root, list.move);

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
          <ChecklistStep key={at} step={step} at={at} list={list} focus={focus} />
        ))}
      </ol>
      <NewStep
        isFull={steps.length >= maxSteps}
        onAdd={list.add}
        onUp={() => focus(steps.length - 1)}
      />
      {failure && (
        <p role="alert" class="mt-2 flex items-center gap-3 text-meta text-danger-text">
          {failure}
          <button type="button" class="button" onClick={list.retry}>
            {common.retry}
          </button>
        </p>
      )}
    </div>
  );
}

/** Gives the focus to a line as soon as the steps are drawn anew: the next key is that line's. */
function useLineFocus(root: RefObject<HTMLElement>): (at: number) => void {
  const [line, setLine] = useState<{ at: number } | null>(null);
  useLayoutEffect(() => {
    if (!line) return;
    const lines = [...root.current!.querySelectorAll<HTMLElement>("input[type=text]")];
    lines[Math.min(Math.max(line.at, 0), lines.length - 1)]?.focus();
  }, [line]);
  return (at) => setLine({ at });
}

/** A step takes the place of the one under the pointer. */
function useStepDrags(root: RefObject<HTMLElement>, latest: (from: number, to: number) => void) {
  const move = useRef(latest);
  move.current = latest;
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
}

interface NewStepProps {
  isFull: boolean;
  onAdd(text: string): void;
  onUp(): void;
}

function NewStep({ isFull, onAdd, onUp }: NewStepProps) {
  const [added, setAdded] = useState("");
  const words = useWords(taskWords).checklist;

  function add() {
    const text = added.trim();
    if (text === "" || isFull) return;
    onAdd(text);
    setAdded("");
  }

  return (
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
        placeholder={isFull ? words.full : words.add}
        data-most={200}
        dir="auto"
        autocomplete="off"
        disabled={isFull}
        value={added}
        onInput={(event) => setAdded(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === "ArrowUp") {
            event.preventDefault();
            onUp();
          } else if (event.key === "Escape") setAdded("");
        }}
      />
    </form>
  );
}
