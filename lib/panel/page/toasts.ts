import { sharedValue } from "@/lib/panel/page/shared_value.ts";
import type { Language } from "@/lib/words/language.ts";

/** A call that takes back what was done, so that a page that comes after can make it too. */
export interface UndoCall {
  path: string;
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  json?: unknown;
  companyId: number;
  language: Language;
}

/** One line at the bottom that says what was done, often with an undo. */
export interface ToastLine {
  text: string;
  /** Failures stay longer and are announced at once. */
  isFailure?: boolean;
  undo?: { label: string; run: () => void | Promise<void>; call?: UndoCall };
  link?: { label: string; href: string };
  /** Something more to see. */
  more?: { label: string; run: () => void };
  /** Instead of the usual time. */
  shownMs?: number;
}

/** A toast as a navigation leaves it: without functions. */
interface KeptToast {
  text: string;
  undo?: { label: string; call: UndoCall };
  link?: ToastLine["link"];
  at: number;
}

/** How long a toast is shown; failures twice as long. */
export const shownMs = 6_000;
/** The same for a toast that undoes a change of many records. */
export const manyShownMs = 15_000;

const key = "relevo:toast";
/** A page that takes longer to come shows no toast of the page before. */
const keptMs = 60_000;

export const toast = sharedValue<ToastLine | null>(null);

/** Shows a toast; one with an action also appears on the next page while it lasts. */
export function showToast(line: ToastLine): void {
  toast.set(line);
  store(line);
}

export function dropToast(): void {
  toast.set(null);
  store(null);
}

/** The toast of the page before, once. */
export function takeKeptToast(): Omit<KeptToast, "at"> | null {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const stored: KeptToast | null = text ? JSON.parse(text) : null;
    return stored && Date.now() - stored.at < keptMs ? stored : null;
  } catch {
    return null;
  }
}

function store(line: ToastLine | null): void {
  const undo = line?.undo;
  // An undo that needs its page ends with it.
  const isKept = line && !line.isFailure && (undo ? undo.call : line.link);
  const stored: KeptToast | null = isKept
    ? {
      text: line.text,
      undo: undo && { label: undo.label, call: undo.call! },
      link: line.link,
      at: Date.now(),
    }
    : null;
  try {
    if (stored) sessionStorage.setItem(key, JSON.stringify(stored));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage a toast ends with its page.
  }
}
