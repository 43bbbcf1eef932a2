import { setImmediate, setTimeout } from "node:timers/promises";
import { outsideRequests } from "@/lib/db/deadline.ts";

interface GroupQueuesOptions<Item> {
  /** May not throw. */
  run(group: number, items: Item[]): Promise<void>;
  most: number;
  atOnce: number;
  /** Milliseconds of unbroken work after which a group has small batches and pauses. */
  fullSpeedMs?: number;
}

const defaultFullSpeedMs = 1_000;
const pauseFactor = 3;
const batchDivisor = 4;

/** Batches of groups that take turns. One that never stops works a quarter of the time. */
export class GroupQueues<Item> {
  #waiting = new Map<number, Set<Item>>();
  #running = new Map<number, Promise<void>>();
  #pausing = new Map<number, Promise<void>>();
  #busySince = new Map<number, number>();

  constructor(private readonly options: GroupQueuesOptions<Item>) {}

  add(group: number, item: Item): void {
    const queue = this.#waiting.get(group);
    if (queue) queue.add(item);
    else this.#waiting.set(group, new Set([item]));
    this.#start();
  }

  async idle(): Promise<void> {
    while (this.#running.size + this.#pausing.size > 0) {
      await Promise.all([...this.#running.values(), ...this.#pausing.values()]);
    }
  }

  #start(): void {
    while (this.#running.size < this.options.atOnce) {
      const group = this.#waiting.keys()
        .find((one) => !this.#running.has(one) && !this.#pausing.has(one));
      if (group === undefined) return;
      // A request that adds something does not lend its deadline to all that follows.
      this.#running.set(group, outsideRequests(() => this.#queue(group)));
    }
  }

  async #queue(group: number): Promise<void> {
    await setImmediate();
    const { fullSpeedMs = defaultFullSpeedMs } = this.options;
    const startedAt = performance.now();
    const busySince = this.#busySince.get(group) ?? startedAt;
    this.#busySince.set(group, busySince);
    const isThrottled = startedAt - busySince >= fullSpeedMs;
    await this.options.run(group, this.#take(group, isThrottled));
    const tookMs = performance.now() - startedAt;
    this.#running.delete(group);
    if (!this.#waiting.has(group)) this.#busySince.delete(group);
    else if (isThrottled) this.#pausing.set(group, this.#pause(group, pauseFactor * tookMs));
    this.#start();
  }

  async #pause(group: number, ms: number): Promise<void> {
    await setTimeout(ms);
    this.#pausing.delete(group);
    this.#start();
  }

  #take(group: number, isThrottled: boolean): Item[] {
    const { most } = this.options;
    const queue = this.#waiting.get(group)!;
    const items = [...queue.values().take(isThrottled ? Math.ceil(most / batchDivisor) : most)];
    for (const item of items) queue.delete(item);
    this.#waiting.delete(group);
    if (queue.size > 0) this.#waiting.set(group, queue);
    return items;
  }
}
