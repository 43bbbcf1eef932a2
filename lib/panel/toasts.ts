import { signal } from "@preact/signals";

/** One line at the bottom that says what was done, with the way back where there is one. */
export interface ToastLine {
  text: string;
  /** Something that went wrong stays longer and is announced at once. */
  isFailure?: boolean;
  undo?: { label: string; run: () => void | Promise<void> };
  link?: { label: string; href: string };
}

/** What the toast island shows. Written in the browser only: on the server it is everyone's. */
export const toast = signal<ToastLine | null>(null);

/** Shows a line in place of the one before. */
export function showToast(line: ToastLine): void {
  toast.value = line;
}
