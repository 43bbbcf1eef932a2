import { useEffect } from "preact/hooks";
import { useShortcut } from "@/lib/panel/notifications/use_shortcut.ts";

interface OpenByHashProps {
  /** A place on this page that links and the palette know: `#new`. */
  hash: string;
  /** Address of the button's page. */
  href: string;
  shortcut?: string;
}

/** Goes on to a page of its own from a place that elsewhere opens a sheet. Draws nothing. */
export function OpenByHash({ hash, href, shortcut }: OpenByHashProps) {
  useEffect(() => {
    const open = () => {
      if (location.hash === hash) location.replace(href);
    };
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, [hash, href]);
  useShortcut(shortcut, () => location.assign(href));
  return null;
}
