import { describeError, type Log } from "@/lib/log.ts";

const againMs = 5_000;

/** Runs a pool's sweeps, and another soon after one that failed. */
export class Sweeper {
  #running = new Set<{ startedAt: number }>();
  #hasFailed = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** @param takeUp reads what is due, of one host or of all */
  constructor(
    private readonly takeUp: (host?: string) => Promise<void>,
    private readonly log: Log,
  ) {}

  /** @throws what `takeUp` throws */
  async sweep(host?: string): Promise<void> {
    const sweep = { startedAt: performance.now() };
    this.#running.add(sweep);
    try {
      await this.takeUp(host);
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      this.#again ??= setTimeout(() => {
        this.#again = undefined;
        this.sweep().catch((error) => this.log.warn("sweep_failed", describeError(error)));
      }, againMs);
      throw error;
    } finally {
      this.#running.delete(sweep);
    }
  }

  /** Whether the last one failed, or one takes longer than `ms`. */
  isStuck(ms: number): boolean {
    const now = performance.now();
    return this.#hasFailed || [...this.#running].some(({ startedAt }) => now - startedAt > ms);
  }

  stop(): void {
    clearTimeout(this.#again);
  }
}
