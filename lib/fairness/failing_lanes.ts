import type { HostHealth } from "@/lib/fairness/host_health.ts";

interface FailingLanesOptions<Lane> {
  perSecond: number;
  now(): number;
  release(lanes: Lane[]): void;
}

/** Lanes whose last call failed, bounded in calls a second: a host may refuse at once. */
export class FailingLanes<Lane extends { health: HostHealth }> {
  #held = new Set<Lane>();
  #left: number;
  #countedAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: FailingLanesOptions<Lane>) {
    this.#left = options.perSecond;
    this.#countedAt = options.now();
  }

  mayStart(lane: Lane): boolean {
    if (!lane.health.isFailing) return true;
    this.#count();
    if (this.#left >= 1) return true;
    this.#held.add(lane);
    this.#releaseLater();
    return false;
  }

  note(lane: Lane): void {
    if (lane.health.isFailing) this.#left--;
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
    for (const lane of next) this.#held.delete(lane);
    if (this.#held.size > 0) this.#releaseLater();
    this.options.release(next);
  }
}
