import { setImmediate, setTimeout } from "node:timers/promises";

interface TurnsOptions<Item> {
  /** Takes a batch of a group. May not throw. */
  run(group: number, items: Item[]): Promise<void>;
  /** Most items of a batch. */
  most: number;
  /** Most batches that run at once. */
  atOnce: number;
  /** Milliseconds of work without a pause after which a group has small batches and pauses. */
  fullSpeedMs?: number;
}

const defaultFullSpeedMs = 1_000;
/** How long a pause is, in times of its batch. */
const pauseFactor = 3;
/** Divisor for the size of the next batch. */
const batchDivisor = 4;

/**
 * Work of several groups, in batches. The groups take turns, so that one with much to do delays
 * another by a batch at most; no two batches of one group run at once. One that never stops works
 * a quarter of the time and in smaller batches, since what each costs the process delays others.
 */
export class Turns<Item> {
  /** In the order of their turns. */
  #waiting = new Map<number, Set<Item>>();
  #running = new Map<number, Promise<void>>();
  /** They leave their place to others. */
  #pausing = new Map<number, Promise<void>>();
  /** Since when a group has had something to do. */
  #busySince = new Map<number, number>();

  constructor(private readonly options: TurnsOptions<Item>) {}

  /** An item that waits already is not added again. */
  add(group: number, item: Item): void {
    const known = this.#waiting.get(group);
    if (known) known.add(item);
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
      this.#running.set(group, this.#turn(group));
    }
  }

  async #turn(group: number): Promise<void> {
    // Lets items that are added together share a batch.
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

  /** The rest goes behind the other groups. */
  #take(group: number, isThrottled: boolean): Item[] {
    const items = [...this.#waiting.get(group)!];
    const rest = items.splice(
      isThrottled ? Math.ceil(this.options.most / batchDivisor) : this.options.most,
    );
    this.#waiting.delete(group);
    if (rest.length > 0) this.#waiting.set(group, new Set(rest));
    return items;
  }
}
