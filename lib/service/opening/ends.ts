/** Milliseconds that each step of closing may take: what hangs must not hold the others up. */
const lastMs = 500;

type End = () => unknown;

/**
 * The ends of what was opened, in three phases: work under way is drained, what is shared comes to
 * rest, and everything is closed in the opposite order of its opening.
 */
export class Ends {
  #stopped: ((graceMs: number) => Promise<unknown>)[] = [];
  #drained: End[] = [];
  #settled: End[] = [];
  #closed: { end: End; isAwaited: boolean }[] = [];

  /** Work that is given `graceMs` to finish. */
  drain(end: End): void {
    this.#drained.push(end);
  }

  /** Work that hands back what is not finished within `graceMs`, and is waited for. */
  stop(end: (graceMs: number) => Promise<unknown>): void {
    this.#stopped.push(end);
  }

  /** Adds an end that is at rest soon after the work is done. */
  settle(end: End): void {
    this.#settled.push(end);
  }

  /** @param options.isAwaited however long it takes: what is written must reach the disk */
  close(end: End, { isAwaited = false } = {}): void {
    this.#closed.unshift({ end, isAwaited });
  }

  /** @param drained the server's own end: the last answers are out */
  async run(graceMs: number, drained: Promise<unknown>): Promise<void> {
    await Promise.all([
      ...this.#stopped.map((end) => end(graceMs)),
      ...this.#drained.map((end) => atMost(graceMs, end())),
      atMost(graceMs, drained),
    ]);
    await atMost(lastMs, Promise.all(this.#settled.map((end) => end())));
    for (const { end, isAwaited } of this.#closed) {
      await (isAwaited ? end() : atMost(lastMs, end()));
    }
  }
}

async function atMost(ms: number, work: unknown): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
