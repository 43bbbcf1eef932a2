import { useEffect, useState } from "preact/hooks";

/** Draws again once the browser has put old text back, on Back and reloads: its own values hold. */
export function useRestored(): void {
  const [, draw] = useState(false);
  useEffect(() => {
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (visit?.type === "navigate") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const drawNext = () => timer = setTimeout(draw, 0, true);
    if (document.readyState === "complete") drawNext();
    else addEventListener("load", drawNext, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("load", drawNext);
    };
  }, []);
}
