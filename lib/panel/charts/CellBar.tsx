interface CellBarProps {
  value: number;
  /** The value whose bar fills the cell. */
  max: number;
}

/** A bar behind a cell's number, as long as the number is large; decoration only. */
export function CellBar({ value, max }: CellBarProps) {
  if (value <= 0 || max <= 0) return null;
  const width = Math.max(value / max * 100, 2);
  return (
    <svg class="cell-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect x={round(100 - width)} width={round(width)} height="1" class="fill-accent-soft" />
    </svg>
  );
}

/** A bar from the left beside a name. */
export function RowBar({ value, max, isSoft = false }: CellBarProps & { isSoft?: boolean }) {
  const width = max > 0 ? value / max * 100 : 0;
  return (
    <svg
      class="h-2 w-full"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="100" height="1" class="fill-sunken" />
      <rect
        width={round(width)}
        height="1"
        class={isSoft ? "fill-line-strong" : "fill-accent"}
      />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
