import type { RefObject } from "preact";
import { listenToDrags, scrollDown } from "@/lib/panel/page/drags.ts";

interface LineDrag {
  key: string;
  from: number;
  /** Differs from that of every other drag. */
  drag: number;
}

export type MoveLine = (key: string, to: number, drag: number) => void;

/**
 * Lets a line be dragged by its handle: it takes the place of the one under the pointer. Given up,
 * it goes back.
 * @returns a stop function
 */
export function listenToLineDrags(
  grid: RefObject<HTMLElement>,
  move: MoveLine,
): () => void {
  let drags = 0;
  const rows = () => [...grid.current!.querySelectorAll<HTMLElement>("[data-key]")];
  return listenToDrags<LineDrag>({
    grab(target) {
      const handle = target.closest<HTMLButtonElement>("button[data-drag]");
      const row = handle?.closest<HTMLElement>("[data-key]");
      if (!handle || !row || handle.disabled || !grid.current?.contains(row)) return null;
      const item = { key: row.dataset.key!, from: rows().indexOf(row), drag: ++drags };
      return { item, isHandle: true };
    },
    lift: () => true,
    carry({ key, drag }, at) {
      scrollDown(at);
      const to = rows().findIndex((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return at.y >= top && at.y < bottom;
      });
      if (to >= 0) move(key, to, drag);
    },
    drop() {},
    cancel: ({ key, from, drag }) => move(key, from, drag),
  }).stop;
}
