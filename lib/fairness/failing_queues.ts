import type { HostHealth } from "@/lib/fairness/host_health.ts";

interface FailingQueuesOptions<Queue> {
  perSecond: number;
  now(): number;
  release(queues: Queue[]): void;
}

/** Queues whose last call failed, bounded in calls a second: a host may refuse at once. */
export class FailingQueues<Queue extends { health: HostHealth }> {
  #held = new Set<Queue>();
  #left: number;
  #countedAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: FailingQueuesOptions<Queue>) {
    this.#left = options.perSecond;
    this.#countedAt = options.now();
  }

  mayStart(queue: Queue): boolean {
    if (!queue.health.isFailing) return true;
    this.#count();
    if (this.#left >= 1) return true;
    this.#held.add(queue);
    this.#releaseLater();
    return false;
  }

  note(queue: Queue): void {
    if (queue.health.isFailing) this.#left--;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#held.clear();
  }

  #count(): void {
    const { perSecond, now } = this.options;
    const at = now();
    this.#left = Math.min(perSecond, this.#left + (at - this.#countedAt) * perSecond / 1_000);
    this.#countedAt = at;
  }

  #releaseLater(): void {
    this.#timer ??= setTimeout(() => this.#release(), 1_000 / this.options.perSecond);
  }

  #release(): void {
    this.#timer = undefined;
    this.#count();
    const next = [...this.#held.values().take(Math.max(1, Math.floor(this.#left)))];
    for (const queue of next) this.#held.delete(queue);
    if (this.#held.size > 0) this.#releaseLater();
    this.options.release(next);
  }
}
