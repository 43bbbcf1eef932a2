import type { RefObject } from "preact";
import { fetchModule } from "@/components/fetch_module.ts";
import type { MoveLine } from "@/lib/panel/quotes/editor/drag_line.ts";

/**
 * What drags lines is loaded when a pointer comes to them; a press from before is made again.
 * @returns a stop function
 */
export function dragLinesLate(grid: RefObject<HTMLElement>, move: MoveLine): () => void {
  const early = new AbortController();
  const { signal } = early;
  let press: PointerEvent | null = null;
  let stopDrags = () => {};
  const load = () => {
    fetchModule(() => import("@/lib/panel/quotes/editor/drag_line.ts")).then((parts) => {
      if (signal.aborted) return;
      early.abort();
      stopDrags = parts.listenToLineDrags(grid, move);
      press?.target?.dispatchEvent(new PointerEvent(press.type, press));
    }, () => {}); // the next pointer asks again
  };
  const note = (event: PointerEvent) => {
    press = event.type === "pointerdown" ? event : null;
    if (press) load();
  };
  grid.current!.addEventListener("pointerover", load, { signal });
  grid.current!.addEventListener("pointerdown", note, { signal });
  document.addEventListener("pointerup", note, { signal });
  document.addEventListener("pointercancel", note, { signal });
  return () => {
    early.abort();
    stopDrags();
  };
}
