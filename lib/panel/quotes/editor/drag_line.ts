/**
 * Follows the pointer from a line's handle on: the line takes the place of the one under it.
 * @param carry gets the place, -1 outside of the lines
 */
export function dragLine(
  event: PointerEvent,
  grid: HTMLElement,
  carry: (to: number) => void,
): void {
  event.preventDefault();
  const stop = new AbortController();
  const follow = ({ clientY }: PointerEvent) => {
    const rows = [...grid.querySelectorAll<HTMLElement>("[data-key]")];
    carry(rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return clientY >= top && clientY < bottom;
    }));
  };
  // Listens on the document: moving the row would end a pointer capture.
  document.addEventListener("pointermove", follow, { signal: stop.signal });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => stop.abort(), { signal: stop.signal });
  }
}
