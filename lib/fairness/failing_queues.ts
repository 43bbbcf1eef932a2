import type { HostHealth } from "@/lib/fairness/host_health.ts";

interface FailingQueuesOptions<Queue> {
  perSecond: number;
  now(): number;
  release(queues: Queue[]): void;
}

/** Queues whose last call failed, bounded in calls a second: a host may refuse at once. */
export class FailingQueues<Queue extends { health: HostHealth }> {
  #waiting = new Set<Queue>();
  #budget: number;
  #countedAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: FailingQueuesOptions<Queue>) {
    this.#budget = options.perSecond;
    this.#countedAt = options.now();
  }

  mayStart(queue: Queue): boolean {
    if (!queue.health.isFailing) return true;
    this.#count();
    if (this.#budget >= 1) return true;
    this.#waiting.add(queue);
    this.#releaseLater();
    return false;
  }

  note(queue: Queue): void {
    if (queue.health.isFailing) this.#budget--;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #count(): void {
    const { perSecond, now } = this.options;
    const at = now();
    this.#budget = Math.min(perSecond, this.#budget + (at - this.#countedAt) * perSecond / 1_000);
    this.#countedAt = at;
  }

  #releaseLater(): void {
    this.#timer ??= setTimeout(() => this.#release(), 1_000 / this.options.perSecond);
  }

  #release(): void {
    this.#timer = undefined;
    this.#count();
    const next = [...this.#waiting.values().take(Math.max(1, Math.floor(this.#budget)))];
    for (const queue of next) this.#waiting.delete(queue);
    if (this.#waiting.size > 0) this.#releaseLater();
    this.options.release(next);
  }
}
