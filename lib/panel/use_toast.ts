import { useEffect, useState } from "preact/hooks";

const shownMs = 6_000;

/** A message that disappears after 6 s, but not under the pointer. */
export function useToast() {
  const [text, setText] = useState<string | null>(null);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (text === null || held) return;
    const timer = setTimeout(() => setText(null), shownMs);
    return () => clearTimeout(timer);
  }, [text, held]);
  const show = (next: string) => {
    setHeld(false);
    setText(next);
  };
  return { text, show, hold: setHeld };
}
