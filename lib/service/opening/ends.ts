/** Milliseconds that each step of closing may take: what hangs must not hold the others up. */
const lastMs = 500;

type End = () => unknown;

/**
 * The ends of what was opened, in three phases: work under way is drained, what is shared comes to
 * rest, and everything is closed in the opposite order of its opening.
 */
export class Ends {
  #drained: { end: (graceMs: number) => unknown; isAwaited: boolean }[] = [];
  #settled: End[] = [];
  #closed: { end: End; isAwaited: boolean }[] = [];

  /**
   * Work that is given `graceMs` to finish.
   * @param options.isAwaited it keeps the limit itself, and hands back what did not finish
   */
  drain(end: (graceMs: number) => unknown, { isAwaited = false } = {}): void {
    this.#drained.push({ end, isAwaited });
  }

  /** What is at rest soon after the work is done. */
  settle(end: End): void {
    this.#settled.push(end);
  }

  /** @param options.isAwaited however long it takes: what is written must reach the disk */
  close(end: End, { isAwaited = false } = {}): void {
    this.#closed.unshift({ end, isAwaited });
  }

  /** @param drained the server's own end: the last answers are out */
  async run(graceMs: number, drained: Promise<unknown>): Promise<void> {
    const draining = this.#drained.map(({ end, isAwaited }) =>
      isAwaited ? end(graceMs) : atMost(graceMs, end(graceMs))
    );
    await Promise.all([...draining, atMost(graceMs, drained)]);
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
