import { setImmediate } from "node:timers/promises";
import { outsideRequests } from "@/lib/db/deadline.ts";

interface Waiting<In, Out> {
  item: In;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

/** Group commit: what arrives while a batch runs is the next batch. No timer delays a lone item. */
export class Batcher<In, Out> {
  #waiting: Waiting<In, Out>[] = [];
  #running: Promise<void> | undefined;
  #startedAt: number | undefined;

  /** `run` returns results in the items' order; an item that does not fit waits. */
  constructor(
    private readonly run: (items: In[]) => Promise<Out[]>,
    private readonly options: { most: number; fits?: (item: In, chosen: In[]) => boolean },
  ) {}

  /** Settles with the item's result, or with its batch's error. */
  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= outsideRequests(() => this.#drain());
    });
  }

  /** How long the batch that runs has been running, in milliseconds; 0 while none does. */
  get runningMs(): number {
    return this.#startedAt === undefined ? 0 : performance.now() - this.#startedAt;
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Lets requests that are already here join: the embedded database works in this very thread.
      await setImmediate();
      const batch = this.#choose();
      const items = batch.map(({ item }) => item);
      this.#startedAt = performance.now();
      try {
        const results = await this.run(items);
        batch.forEach(({ resolve }, at) => resolve(results[at]!));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
      this.#startedAt = undefined;
    }
    this.#running = undefined;
  }

  #choose(): Waiting<In, Out>[] {
    const { most, fits } = this.options;
    if (!fits) return this.#waiting.splice(0, most);
    const chosen: Waiting<In, Out>[] = [];
    const items: In[] = [];
    const left: Waiting<In, Out>[] = [];
    for (const waiting of this.#waiting) {
      if (chosen.length < most && fits(waiting.item, items)) {
        chosen.push(waiting);
        items.push(waiting.item);
      } else left.push(waiting);
    }
    this.#waiting = left;
    return chosen;
  }
}
