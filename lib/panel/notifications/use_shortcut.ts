import { useEffect } from "preact/hooks";
import { isShortcut } from "@/lib/panel/page/keys.ts";

/** Runs on a single letter, where nobody is typing. */
export function useShortcut(letter: string | undefined, run: () => void): void {
  useEffect(() => {
    if (letter === undefined) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== letter || !isShortcut(event)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [letter]);
}
