import { describeError, type Log } from "@/lib/log.ts";
import type { LaneName } from "@/lib/fairness/lanes.ts";

const againMs = 5_000;

/** Runs a pool's sweeps, and another soon after one that failed. */
export class Sweeper {
  #running = new Set<{ startedAt: number }>();
  #hasFailed = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** @param takeUp reads what is due, in some lanes or in all */
  constructor(
    private readonly takeUp: (lanes?: LaneName[]) => Promise<void>,
    private readonly log: Log,
  ) {}

  /** @throws what `takeUp` throws */
  async sweep(lanes?: LaneName[]): Promise<void> {
    const sweep = { startedAt: performance.now() };
    this.#running.add(sweep);
    try {
      await this.takeUp(lanes);
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
