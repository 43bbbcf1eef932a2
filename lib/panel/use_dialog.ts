import { useEffect, useRef } from "preact/hooks";
import { isShortcut } from "@/lib/panel/keys.ts";

/** A modal `<dialog>`; the browser closes it on Escape. */
export function useDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  return {
    ref,
    open: () => {
      if (!ref.current?.open) ref.current?.showModal();
    },
    close: () => ref.current?.close(),
  };
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
  /** A place on the page to which a link may go that opens it: `#new`. */
  hash?: string;
  shortcut?: string;
  open(): void;
}

/** Opens what a link's hash or a key asks for; the hash is taken out of the address. */
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
