import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { outsideRequests } from "@/lib/db/deadline.ts";

interface Waiting<In, Out> {
  item: In;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<In> {
  most: number;
  atOnce?: number;
  /** Beside others a batch needs `least` items, since small ones cost more each, or `afterMs`. */
  beside?: { least: number; afterMs: number };
  /** Milliseconds between the beginnings of batches, for work that nobody waits for. */
  spaceMs?: number;
  /** Whether the item may join those chosen beside those running. */
  fits?(item: In, chosen: In[], running: In[]): boolean;
}

interface Batch<In> {
  items: In[];
  startedAt: number;
}

/** Group commit: what arrives while batches run is the next one. A lone item never waits. */
export class Batcher<In, Out> {
  #waiting: Waiting<In, Out>[] = [];
  #batches = new Set<Batch<In>>();
  #tasks = new Set<Promise<void>>();
  #isBeginning = false;
  #startedAt = -Infinity;

  constructor(
    private readonly run: (items: In[]) => Promise<Out[]>,
    private readonly options: BatcherOptions<In>,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#begin();
    });
  }

  get runningMs(): number {
    const [oldest] = this.#batches;
    return oldest ? performance.now() - oldest.startedAt : 0;
  }

  async idle(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #begin(): void {
    const { atOnce = 1 } = this.options;
    if (this.#isBeginning || this.#waiting.length === 0 || this.#batches.size >= atOnce) return;
    if (!this.#isWorthwhile()) return;
    this.#isBeginning = true;
    const task = outsideRequests(() => this.#runNext());
    this.#tasks.add(task);
    task.finally(() => this.#tasks.delete(task));
  }

  #isWorthwhile(): boolean {
    const { least, afterMs } = this.options.beside ?? { least: 1, afterMs: 0 };
    const latest = [...this.#batches].at(-1);
    if (!latest || this.#waiting.length >= least) return true;
    return performance.now() - latest.startedAt >= afterMs;
  }

  async #runNext(): Promise<void> {
    // The embedded database works in this thread: requests already here may join.
    await setImmediate();
    const { spaceMs = 0 } = this.options;
    const earlyMs = this.#startedAt + spaceMs - performance.now();
    if (earlyMs > 0) await pause(earlyMs);
    this.#startedAt = performance.now();
    this.#isBeginning = false;
    const chosen = this.#choose();
    if (chosen.length === 0) return;
    const items = chosen.map(({ item }) => item);
    const batch = { items, startedAt: performance.now() };
    this.#batches.add(batch);
    this.#begin();
    const { atOnce = 1, beside } = this.options;
    // Timers may be early by a fraction.
    const timer = atOnce > 1 && beside
      ? setTimeout(() => this.#begin(), beside.afterMs + 1)
      : undefined;
    try {
      const results = await this.run(items);
      chosen.forEach(({ resolve }, at) => resolve(results[at]!));
    } catch (error) {
      chosen.forEach(({ reject }) => reject(error));
    }
    clearTimeout(timer);
    this.#batches.delete(batch);
    this.#begin();
  }

  #choose(): Waiting<In, Out>[] {
    const { most, fits } = this.options;
    if (!fits) return this.#waiting.splice(0, most);
    const running = [...this.#batches].flatMap(({ items }) => items);
    const chosen: Waiting<In, Out>[] = [];
    const items: In[] = [];
    const rest: Waiting<In, Out>[] = [];
    for (const waiting of this.#waiting) {
      if (chosen.length < most && fits(waiting.item, items, running)) {
        chosen.push(waiting);
        items.push(waiting.item);
      } else rest.push(waiting);
    }
    this.#waiting = rest;
    return chosen;
  }
}
