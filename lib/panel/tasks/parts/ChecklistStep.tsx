import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Step } from "@/lib/panel/tasks/checklist.ts";
import type { Checklist } from "@/lib/panel/tasks/use_checklist.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface ChecklistStepProps {
  step: Step;
  at: number;
  list: Checklist;
  /** Moves the focus to a step, or to the line for a new one behind the last. */
  focus(at: number): void;
}

/** A step: ticked, renamed in place, carried by its handle or by Alt and the arrows. */
export function ChecklistStep({ step, at, list, focus }: ChecklistStepProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const words = useWords(taskWords).checklist;

  function leave() {
    const text = typed?.trim();
    setTyped(null);
    if (text && text !== step.text) list.rename(at, text);
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step && event.altKey) {
      const to = Math.min(Math.max(at + step, 0), list.steps.length - 1);
      leave();
      list.move(at, to);
      focus(to);
    } else if (step) focus(at + step);
    else if (event.key === "Enter") {
      leave();
      focus(at + 1);
    } else if (event.key === "Escape") setTyped(null);
    else if (event.key === "Backspace" && typed === "") {
      list.remove(at);
      focus(at - 1);
    } else return;
    event.preventDefault();
  }

  return (
    <li class="step-line" data-step={at}>
      <button
        type="button"
        class="line-handle"
        tabIndex={-1}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={words.move(step.text)}
        data-drag
      >
        <Icon name="grip-vertical" />
        <span class="sr-only">{words.move(step.text)}</span>
      </button>
      <input
        type="checkbox"
        class="size-4 shrink-0 accent-accent"
        aria-label={words.tick(step.text)}
        checked={step.done}
        onChange={(event) => list.tick(at, event.currentTarget.checked)}
      />
      <input
        type="text"
        class={`cell min-w-0 flex-1 ${step.done ? "text-soft line-through" : ""}`}
        aria-label={words.step(at + 1)}
        data-most={200}
        dir="auto"
        autocomplete="off"
        value={typed ?? step.text}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      <button
        type="button"
        class="line-remove"
        title={words.remove(step.text)}
        onClick={() => {
          list.remove(at);
          focus(at);
        }}
      >
        <Icon name="x" />
        <span class="sr-only">{words.remove(step.text)}</span>
      </button>
    </li>
  );
}
