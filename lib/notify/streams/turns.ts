import { setImmediate } from "node:timers/promises";

interface TurnsOptions<Item> {
  /** Takes a batch of a group. May not throw. */
  run(group: number, items: Item[]): Promise<void>;
  /** Most items of a batch. */
  most: number;
  /** Most batches that run at once. */
  atOnce: number;
}

/**
 * Work of several groups, in batches. The groups take turns, so that one with much to do delays
 * another by a batch at most; no two batches of one group run at once.
 */
export class Turns<Item> {
  /** In the order of their turns. */
  #waiting = new Map<number, Set<Item>>();
  #running = new Map<number, Promise<void>>();

  constructor(private readonly options: TurnsOptions<Item>) {}

  /** An item that waits already is not added again. */
  add(group: number, item: Item): void {
    const known = this.#waiting.get(group);
    if (known) known.add(item);
    else this.#waiting.set(group, new Set([item]));
    this.#start();
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #start(): void {
    while (this.#running.size < this.options.atOnce) {
      const group = this.#waiting.keys().find((one) => !this.#running.has(one));
      if (group === undefined) return;
      this.#running.set(group, this.#turn(group));
    }
  }

  async #turn(group: number): Promise<void> {
    // Lets items that are added together share a batch.
    await setImmediate();
    await this.options.run(group, this.#take(group));
    this.#running.delete(group);
    this.#start();
  }

  /** The rest goes behind the other groups. */
  #take(group: number): Item[] {
    const items = [...this.#waiting.get(group)!];
    const rest = items.splice(this.options.most);
    this.#waiting.delete(group);
    if (rest.length > 0) this.#waiting.set(group, new Set(rest));
    return items;
  }
}
