import { useEffect, useRef } from "preact/hooks";

const field = "input, textarea, select, [contenteditable]";

/**
 * A `<dialog>` beside the page on a desk, where the page stays usable, and over it on a phone. It
 * is open while `content` is not null; what is shown anew gets the focus. Escape closes it; in a
 * field it first leaves the field.
 */
export function useSideSheet(content: string | null, close: () => void) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const sheet = ref.current!;
    if (content === null) return sheet.close();
    if (!sheet.open) {
      if (matchMedia("(width < 48rem)").matches) sheet.showModal();
      else sheet.show();
    }
    sheet.focus({ preventScroll: true });
  }, [content]);

  useEffect(() => {
    if (content === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("dialog:modal, :popover-open, [data-carrying]")) return;
      const sheet = ref.current!;
      const typedIn = (event.target as Element).closest(field);
      if (!typedIn) close();
      // A frame later the field has taken back what was typed, so that leaving saves nothing.
      else if (sheet.contains(typedIn)) requestAnimationFrame(() => sheet.focus());
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [content]);

  return ref;
}
