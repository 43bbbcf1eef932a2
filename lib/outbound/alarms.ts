import type { Due } from "@/lib/tools/after_commit.ts";

export const alarmAheadMs = 70_000;
const sameMs = 1_000;

/** Alarms of this process, each set once; later ones are left to a sweep. */
export class Alarms {
  #ringsAt = new Map<string, number>();

  constructor(private readonly remind: (due: Due, delayMs: number) => Promise<void>) {}

  async set(due: Due, delayMs: number): Promise<void> {
    if (delayMs > alarmAheadMs) return;
    const at = performance.now() + delayMs;
    const plannedAt = this.#ringsAt.get(due.id);
    if (plannedAt !== undefined && Math.abs(plannedAt - at) < sameMs) return;
    this.#ringsAt.set(due.id, at);
    await this.remind(due, delayMs);
  }

  hasRung(id: string): void {
    this.#ringsAt.delete(id);
  }

  forgetPast(): void {
    const now = performance.now();
    for (const [id, at] of this.#ringsAt) if (at < now) this.#ringsAt.delete(id);
  }
}
