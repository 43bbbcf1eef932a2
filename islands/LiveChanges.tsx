import { useEffect } from "preact/hooks";
import type { LiveOptions } from "@/lib/panel/live/live.ts";
import { keepChangesQuick } from "@/lib/panel/transitions.ts";

/** A page that is left at once follows nothing; what changes meanwhile is told afterwards. */
const settleMs = 1_200;

/**
 * Shows on the page that is open what others change, within moments, and keeps the way to the next
 * page quick. Draws nothing itself.
 */
export function LiveChanges(options: LiveOptions) {
  useEffect(keepChangesQuick, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    const timer = setTimeout(async () => {
      const { startLive } = await import("@/lib/panel/live/live.ts");
      if (!isLeft) stop = startLive(options);
    }, settleMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  return null;
}
