import type { Stretch } from "@/lib/panel/events/calendar/axis.ts";

/** Most columns side by side; what comes on top shares the last one. */
export const maxColumns = 8;

/** Column of an entry, and how many share the width. */
export interface Column {
  column: number;
  columns: number;
}

/** Places overlapping entries side by side: each takes the first free column of its group. */
export function columnsOf(stretches: readonly Stretch[]): Column[] {
  const order = stretches.map((_, index) => index).sort((a, b) => {
    const [one, other] = [stretches[a]!, stretches[b]!];
    return one.from - other.from || other.to - one.to || a - b;
  });
  const placed: Column[] = stretches.map(() => ({ column: 0, columns: 1 }));
  let group: number[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const index of group) placed[index]!.columns = Math.max(ends.length, 1);
    group = [];
    ends = [];
  };
  for (const index of order) {
    const { from, to } = stretches[index]!;
    if (ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const column = free < 0 ? Math.min(ends.length, maxColumns - 1) : free;
    ends[column] = Math.max(ends[column] ?? 0, to);
    placed[index]!.column = column;
    group.push(index);
  }
  close();
  return placed;
}

/** The days that a bar covers, as indexes of the row; both count. */
export interface Bar {
  first: number;
  last: number;
}

/** The row of each bar, so that no two share a day in the same row; long bars come first. */
export function rowsOf(bars: readonly Bar[]): number[] {
  const order = bars.map((_, index) => index).sort((a, b) => {
    const [one, other] = [bars[a]!, bars[b]!];
    return one.first - other.first || other.last - one.last || a - b;
  });
  const rows = bars.map(() => 0);
  const rowEnds: number[] = [];
  for (const index of order) {
    const { first, last } = bars[index]!;
    const free = rowEnds.findIndex((end) => end < first);
    const row = free < 0 ? rowEnds.length : free;
    rowEnds[row] = last;
    rows[index] = row;
  }
  return rows;
}
