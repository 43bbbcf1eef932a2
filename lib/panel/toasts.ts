import { signal } from "@preact/signals";

/** One line at the bottom that says what was done, often with an undo. */
export interface ToastLine {
  text: string;
  /** Failures stay longer and are announced at once. */
  isFailure?: boolean;
  undo?: { label: string; run: () => void | Promise<void> };
  link?: { label: string; href: string };
  /** Something more to see. */
  more?: { label: string; run: () => void };
  /** Instead of the usual time. */
  shownMs?: number;
}

/** Only written in the browser: on the server all requests would share it. */
export const toast = signal<ToastLine | null>(null);

export function showToast(line: ToastLine): void {
  toast.value = line;
}
