import { useEffect } from "preact/hooks";
import { isShortcut } from "@/lib/panel/keys.ts";

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
