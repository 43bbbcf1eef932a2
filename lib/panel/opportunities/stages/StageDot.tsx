/** A stage's own colour; hollow without one. Drawn, because pages have no style attributes. */
export function StageDot({ color }: { color: string | null }) {
  return (
    <svg viewBox="0 0 8 8" class="size-2 shrink-0" aria-hidden="true">
      {color
        ? <circle cx="4" cy="4" r="4" fill={color} />
        : <circle cx="4" cy="4" r="3.5" class="fill-transparent stroke-line-strong" />}
    </svg>
  );
}
