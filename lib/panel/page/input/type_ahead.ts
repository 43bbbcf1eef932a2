/** Type-ahead: what is typed while a dialog loads goes into the field at which it opens. */
import { isShortcut } from "@/lib/panel/page/keys.ts";

let text = "";
let keeping: AbortController | null = null;

export function keepTypeAhead(): void {
  if (keeping) return;
  keeping = new AbortController();
  addEventListener("keydown", keep, { capture: true, signal: keeping.signal });
}

export function takeTypeAhead(): string {
  const typed = text;
  text = "";
  keeping?.abort();
  keeping = null;
  return typed;
}

function keep(event: KeyboardEvent): void {
  const { key } = event;
  if (!isShortcut(event)) return;
  if (key === "Backspace") text = text.slice(0, -1);
  // The space bar presses what has the focus.
  else if (key.length === 1 && (key !== " " || text)) text += key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
