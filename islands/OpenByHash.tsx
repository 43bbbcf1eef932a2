import { useEffect } from "preact/hooks";
import { isShortcut } from "@/lib/panel/keys.ts";

interface OpenByHashProps {
  /** A place on this page that links and the palette know: `#new`. */
  hash: string;
  /** Where it is by now. */
  href: string;
  shortcut?: string;
}

/** Goes on to a page of its own from a place that elsewhere opens a sheet. Draws nothing. */
export function OpenByHash({ hash, href, shortcut }: OpenByHashProps) {
  useEffect(() => {
    const open = () => {
      if (location.hash === hash) location.replace(href);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== shortcut || !isShortcut(event)) return;
      event.preventDefault();
      location.assign(href);
    };
    open();
    addEventListener("hashchange", open);
    document.addEventListener("keydown", press);
    return () => {
      removeEventListener("hashchange", open);
      document.removeEventListener("keydown", press);
    };
  }, [hash, href, shortcut]);
  return null;
}
