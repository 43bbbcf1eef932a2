import { useEffect, useRef } from "preact/hooks";

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
