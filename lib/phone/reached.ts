/** The server was reached: what waits for a connection need not wait for its timer. */

const listeners = new Set<() => void>();

export function noteReached(): void {
  for (const listener of [...listeners]) listener();
}

export function whenReached(listener: () => void, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}
