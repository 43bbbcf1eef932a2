import { useEffect, useState } from "preact/hooks";
import { type Reach, type Standing, standingOf } from "@/lib/values/app_reach.ts";

const hourMs = 3_600_000;

/** How somebody is reached just now: followed by the second in the last hour, else by the minute. */
export function useStanding(
  reach: Pick<Reach, "windowUntil" | "after"> | null,
): Standing | null {
  const [, redraw] = useState(0);
  const standing = reach && standingOf(reach, new Date());
  const leftMs = standing && "until" in standing ? standing.until.getTime() - Date.now() : null;
  const everyMs = leftMs === null ? null : leftMs < hourMs + 60_000 ? 1_000 : 60_000;
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => redraw((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reach?.windowUntil]);
  return standing;
}

/** Whether nothing that one writes reaches them. */
export function isOver({ state }: Standing): boolean {
  return state === "template" || state === "closed";
}
