import { type RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GridLine } from "@/lib/panel/quotes/editor/lines.ts";
import type { LinePlace, Reverted, Step } from "@/lib/panel/quotes/editor/line_history.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { commonWords } from "@/lib/words/common.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

type How = "undo" | "redo";

interface Options {
  grid: RefObject<HTMLElement>;
  lines: GridLine[];
  revert(how: How, step?: Step): Reverted | null;
  /** Gives the focus to a cell once it is drawn. */
  go(place: LinePlace): void;
  language: Language;
}

/**
 * Ctrl Z, Ctrl Y and Ctrl Shift Z go through the grid's own steps. The browser's undo knows only
 * the last typing anywhere on the page, and would change a line that nobody looks at.
 */
export function useUndo(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const { language } = options;
  const words = speak(lineWords, language);

  function turn(how: How, step?: Step) {
    const reverted = latest.current.revert(how, step);
    if (reverted?.place) latest.current.go(reverted.place);
    if (reverted?.isPartial) showToast({ text: words.changedSince, isFailure: true });
  }

  /** Says what was done, and offers to undo just that. */
  function offerUndo(text: string, step: Step | null) {
    const { undo: label } = speak(commonWords, language);
    showToast({ text, undo: step ? { label, run: () => turn("undo", step) } : undefined });
  }

  useEffect(() => {
    const grid = options.grid.current!;
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("keydown", (event) => {
      const how = howOf(event);
      if (!how || event.defaultPrevented || event.isComposing || !isOurs(event, grid)) return;
      event.preventDefault();
      turn(how);
    }, { signal });
    // Undo in the menu of a cell; undo in another field reaches back to a cell here, too.
    grid.addEventListener("beforeinput", (event) => {
      const how = historyOf(event);
      if (!how) return;
      event.preventDefault();
      if (grid.contains(document.activeElement)) turn(how);
    }, { signal });
    return () => stop.abort();
  }, []);

  return { offerUndo, takeBack: (step: Step) => turn("undo", step) };
}

function howOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): How | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !shiftKey ? "redo" : null;
}

function historyOf({ inputType }: InputEvent): How | null {
  return inputType === "historyUndo" ? "undo" : inputType === "historyRedo" ? "redo" : null;
}

/** Another field undoes its own typing. */
function isOurs(event: KeyboardEvent, grid: HTMLElement): boolean {
  if (document.querySelector("dialog:modal")) return false;
  const target = event.target as HTMLElement;
  return grid.contains(target) || !target.closest("input, textarea, select, [contenteditable]");
}
