import { describeError, type Log } from "@/lib/tools/log.ts";
import type { QueueName } from "@/lib/fairness/queues.ts";

const againMs = 5_000;

export class Sweeper {
  #running = new Set<{ startedAt: number }>();
  #hasFailed = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly takeUp: (queues?: QueueName[]) => Promise<void>,
    private readonly log: Log,
  ) {}

  async sweep(queues?: QueueName[]): Promise<void> {
    const sweep = { startedAt: performance.now() };
    this.#running.add(sweep);
    try {
      await this.takeUp(queues);
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

  isStuck(ms: number): boolean {
    const now = performance.now();
    return this.#hasFailed || [...this.#running].some(({ startedAt }) => now - startedAt > ms);
  }

  stop(): void {
    clearTimeout(this.#again);
  }
}
