import type { Dialog } from "@/lib/panel/page/use_dialog.ts";

export function focusFault({ ref }: Dialog): void {
  requestAnimationFrame(() =>
    ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  );
}
