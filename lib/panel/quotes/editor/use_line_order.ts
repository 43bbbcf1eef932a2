import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "@/components/page.ts";
import { dragLinesLate } from "@/lib/panel/quotes/editor/late_drag.ts";
import {
  blankLine,
  type Cell,
  type GridLine,
  isBlank,
  newLineKey,
} from "@/lib/panel/quotes/editor/lines.ts";
import type { LinePlace } from "@/lib/panel/quotes/editor/line_history.ts";
import type { LineDrafts } from "@/lib/panel/quotes/drafts/line_drafts.ts";
import type { useUndo } from "@/lib/panel/quotes/editor/use_undo.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";
import { maxLines } from "@/lib/sales/quotes/limits.ts";

/** The sheet, and the cell that gets the focus once it is drawn. */
export interface LineFocus {
  grid: RefObject<HTMLDivElement>;
  wanted: { current: LinePlace | null };
  /** Whether the cell was there. */
  focus(place: LinePlace): boolean;
  indexOf(key: string): number;
}

/** Adds, copies, removes and moves lines, by keys and by dragging. */
export function useLineOrder(
  { lines, change }: Pick<LineDrafts, "lines" | "change">,
  { grid, wanted, focus, indexOf }: LineFocus,
  offerUndo: ReturnType<typeof useUndo>["offerUndo"],
) {
  const words = useWords(lineWords);

  function addBelow(key: string) {
    const at = indexOf(key);
    const below = lines[at + 1];
    if (below && isBlank(below)) return void focus({ key: below.key, cell: "name" });
    if (isBlank(lines[at]!) || lines.length > maxLines) return;
    insert(at + 1, [blankLine()], "name");
  }

  function insert(at: number, added: GridLine[], cell: Cell) {
    wanted.current = { key: added.at(-1)!.key, cell };
    change((all) => all.toSpliced(at, 0, ...added));
  }

  function duplicate(key: string, cell: Cell) {
    const at = indexOf(key);
    if (isBlank(lines[at]!) || lines.length > maxLines) return;
    insert(at + 1, [{ ...lines[at]!, key: newLineKey(), id: null }], cell);
  }

  function remove(key: string, cell: Cell = "name") {
    const at = indexOf(key);
    const gone = lines[at]!;
    if (isBlank(gone)) return;
    const next = lines[at + 1] ?? lines[at - 1];
    wanted.current = next ? { key: next.key, cell } : null;
    const step = change((all) => all.filter((line) => line.key !== key));
    offerUndo(words.removed, step);
  }

  function move(key: string, to: number, { cell, group }: { cell?: Cell; group?: string } = {}) {
    const from = indexOf(key);
    const isPlace = to >= 0 && to < lines.length && !isBlank(lines[from]!) && !isBlank(lines[to]!);
    if (!isPlace || from === to) return;
    if (cell) wanted.current = { key, cell };
    change((all) => {
      const line = all[from]!;
      return all.toSpliced(from, 1).toSpliced(to, 0, line);
    }, { group });
  }

  const latestMove = useRef(move);
  latestMove.current = move;

  useEffect(() =>
    dragLinesLate(grid, (key, to, drag) => {
      // One drag is one step.
      latestMove.current(key, to, { group: `drag.${drag}` });
    }), []);

  return { addBelow, duplicate, remove, move };
}
