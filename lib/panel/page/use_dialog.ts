import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { takeTypeAhead } from "@/lib/panel/page/input/type_ahead.ts";

const enabled = ":not(:disabled, [readonly], [tabindex='-1'])";
const typeless = ["hidden", "checkbox", "radio", "file", "color", "range", "date", "time"]
  .concat("datetime-local", "month", "week", "button", "submit")
  .map((type) => `[type=${type}]`).join();
/** Focus begins where one can type: a letter would choose something else in a list. */
const textField = [`input:not(${typeless})${enabled}`, `textarea${enabled}`].join();
const anyField = `:is(input:not([type=hidden]), select, [contenteditable])${enabled}`;

/** A modal `<dialog>` that opens at its first text field, else at its first field; the browser closes it on Escape. */
export function useDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  return {
    ref,
    open: () => {
      const dialog = ref.current;
      if (!dialog || dialog.open) return;
      const menu = document.activeElement?.closest<HTMLElement>(":popover-open");
      if (!menu?.contains(dialog)) menu?.hidePopover(); // the focus goes back to its button
      dialog.showModal();
      const begin = dialog.querySelector<HTMLElement>("[autofocus]") ??
        dialog.querySelector<HTMLElement>(textField) ??
        dialog.querySelector<HTMLElement>(anyField);
      if (begin !== document.activeElement) begin?.focus();
      const typed = takeTypeAhead();
      if (typed && begin?.matches(textField)) document.execCommand("insertText", false, typed);
    },
    close: () => ref.current?.close(),
  };
}

export type Dialog = ReturnType<typeof useDialog>;

/** A dialog that is open while drawn. */
export function useOpenDialog(): Dialog {
  const dialog = useDialog();
  useLayoutEffect(dialog.open, []);
  return dialog;
}

/** The browser asks before leaving a page with unsent text. */
export function useLeaveGuard(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged]);
}

interface Opening {
  hash?: string;
  shortcut?: string;
  open(): void;
}

/** Opens by a link's hash, which is taken out of the address, or by a key. */
export function useOpening({ hash, shortcut, open }: Opening): void {
  useEffect(() => {
    const openByHash = () => {
      if (!hash || location.hash !== hash) return;
      history.replaceState(history.state, "", location.pathname + location.search);
      open();
    };
    const press = (event: KeyboardEvent) => {
      if (!shortcut || event.key !== shortcut || !isShortcut(event)) return;
      event.preventDefault();
      open();
    };
    openByHash();
    addEventListener("hashchange", openByHash);
    document.addEventListener("keydown", press);
    return () => {
      removeEventListener("hashchange", openByHash);
      document.removeEventListener("keydown", press);
    };
  }, [hash, shortcut]);
}
