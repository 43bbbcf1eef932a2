import { useEffect, useState } from "preact/hooks";

/**
 * Draws again once the browser has put back what was typed before one went away, on Back and on a
 * reload. It may do so after the islands have drawn; what they know of a field is what it shows.
 */
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
