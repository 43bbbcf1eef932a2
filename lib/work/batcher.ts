import { setImmediate } from "node:timers/promises";

interface Waiting<In, Out> {
  item: In;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

/**
 * Group commit: while one batch runs, what arrives waits together and goes as the next. Nothing
 * waits for a timer, so a lone item costs no delay but a turn of the event loop.
 */
export class Batcher<In, Out> {
  #waiting: Waiting<In, Out>[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param run does all items at once and returns their results in the same order
   * @param options.most items of one batch
   * @param options.fits whether an item may join those already chosen (one that may not waits)
   */
  constructor(
    private readonly run: (items: In[]) => Promise<Out[]>,
    private readonly options: { most: number; fits?: (item: In, chosen: In[]) => boolean },
  ) {}

  /** Adds an item; settles with its own result, or with the error of the batch it was in. */
  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Settles when nothing is waiting or running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop, so that requests which are here already join the batch. Without
      // it the embedded database, which works in this thread, gets them one by one.
      await setImmediate();
      const batch = this.#choose();
      const items = batch.map(({ item }) => item);
      try {
        const results = await this.run(items);
        batch.forEach(({ resolve }, at) => resolve(results[at]!));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
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
