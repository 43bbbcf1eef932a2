/**
 * This tab's own writes, so that what it has drawn itself is not drawn again when the feed tells
 * of it. Only written in the browser.
 */

/** The feed may tell of a write this long after its answer. */
const lagMs = 3_000;

let running = 0;
let startedAt = -Infinity;
let endedAt = -Infinity;
let drawnAt = -Infinity;

/** @returns what is called once the write is answered */
export function beginWrite(): () => void {
  if (running === 0) startedAt = performance.now();
  running += 1;
  return () => {
    running -= 1;
    endedAt = performance.now();
  };
}

/** The page is read anew from now on. */
export function noteRedraw(): void {
  drawnAt = performance.now();
}

/**
 * What a change that this person made, heard at an instant of `performance.now()`, is to this tab:
 * its own and drawn already, its own and still to be drawn by who wrote it, or another tab's.
 */
export function originOf(heardAt: number): "drawn" | "pending" | "elsewhere" {
  if (running > 0) return "pending";
  if (heardAt < startedAt || heardAt > endedAt + lagMs) return "elsewhere";
  if (drawnAt >= endedAt) return "drawn";
  return performance.now() - endedAt < lagMs ? "pending" : "elsewhere";
}
