import type { Stretch } from "@/lib/panel/events/calendar/axis.ts";

/** Most lanes side by side; what comes on top shares the last one. */
export const maxLanes = 8;

/** The lane of each and how many share the width. */
export interface Lane {
  lane: number;
  lanes: number;
}

/** Places overlapping entries side by side: each takes the first free column of its group. */
export function lanesOf(stretches: readonly Stretch[]): Lane[] {
  const order = stretches.map((_, index) => index).sort((a, b) => {
    const [one, other] = [stretches[a]!, stretches[b]!];
    return one.from - other.from || other.to - one.to || a - b;
  });
  const placed: Lane[] = stretches.map(() => ({ lane: 0, lanes: 1 }));
  let group: number[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const index of group) placed[index]!.lanes = Math.max(ends.length, 1);
    group = [];
    ends = [];
  };
  for (const index of order) {
    const { from, to } = stretches[index]!;
    if (ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? Math.min(ends.length, maxLanes - 1) : free;
    ends[lane] = Math.max(ends[lane] ?? 0, to);
    placed[index]!.lane = lane;
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
  const taken: number[] = [];
  for (const index of order) {
    const { first, last } = bars[index]!;
    const free = taken.findIndex((end) => end < first);
    const row = free < 0 ? taken.length : free;
    taken[row] = last;
    rows[index] = row;
  }
  return rows;
}
