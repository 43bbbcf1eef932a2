import type { Dialog } from "@/lib/panel/page/use_dialog.ts";

/** Moves the focus to the first field of a dialog that is wrong, once it says so. */
export function focusFault({ ref }: Dialog): void {
  requestAnimationFrame(() =>
    ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  );
}
