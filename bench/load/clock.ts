/** Milliseconds since 1970 with their fractions: one clock for all processes of the machine. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}
