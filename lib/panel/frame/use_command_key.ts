import { useEffect, useState } from "preact/hooks";

/** The key that goes with letters for commands: ⌘ on a Mac, Ctrl elsewhere and while drawn. */
export function useCommandKey(): "⌘" | "Ctrl" {
  const [key, setKey] = useState<"⌘" | "Ctrl">("Ctrl");
  useEffect(() => {
    if (/Mac|iPhone|iPad/.test(navigator.platform)) setKey("⌘");
  }, []);
  return key;
}
