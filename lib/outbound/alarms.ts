import type { Due } from "@/lib/after_commit.ts";

/** How far ahead alarms are set: a sweep comes every minute. */
export const alarmAheadMs = 70_000;
const sameMs = 1_000;

/** The alarms of one process, each set once. What is due later is left to a sweep that comes near. */
export class Alarms {
  /** When each rings, by callback. */
  #ringsAt = new Map<string, number>();

  constructor(private readonly remind: (due: Due, delayMs: number) => Promise<void>) {}

  async set(due: Due, delayMs: number): Promise<void> {
    if (delayMs > alarmAheadMs) return;
    const at = performance.now() + delayMs;
    const known = this.#ringsAt.get(due.id);
    if (known !== undefined && Math.abs(known - at) < sameMs) return;
    this.#ringsAt.set(due.id, at);
    await this.remind(due, delayMs);
  }

  hasRung(id: string): void {
    this.#ringsAt.delete(id);
  }

  /** One that was lost on the way never rings. */
  forgetPast(): void {
    const now = performance.now();
    for (const [id, at] of this.#ringsAt) if (at < now) this.#ringsAt.delete(id);
  }
}
