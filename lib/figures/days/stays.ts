/** Stays in a stage, of one of 24 widths (0074_figures.ts). */
export interface Width {
  width: number;
  count: number;
  seconds: number;
}

const hour = 3600;
const growth = 1.6;
const widths = 24;

function beginOf(width: number): number {
  return width === 0 ? 0 : Math.round(hour * growth ** (width - 1));
}

/** Their median in seconds, as if the stays of a width lay evenly around their mean. */
export function medianOf(stays: readonly Width[]): number | null {
  const filled = stays.filter(({ count }) => count > 0).sort((a, b) => a.width - b.width);
  const count = filled.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (at(filled, Math.floor((count - 1) / 2)) + at(filled, Math.ceil((count - 1) / 2))) / 2;
}

function at(stays: Width[], place: number): number {
  let before = 0;
  const own = stays.find(({ count }) => (before += count) > place)!;
  const { width, count, seconds } = own;
  const nth = place - (before - count);
  const mean = seconds / count;
  const end = width === widths - 1 ? Infinity : beginOf(width + 1);
  const reach = Math.max(0, Math.min(mean - beginOf(width), end - mean));
  return mean + reach * ((2 * nth + 1) / count - 1);
}
