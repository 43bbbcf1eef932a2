import { describeError, type Log } from "@/lib/tools/log.ts";

/** Work that no answer waits for: so many at once, so many that wait, the rest is dropped. */
export class Background {
  #running = 0;
  #waiting: (() => Promise<void>)[] = [];
  #idle: (() => void)[] = [];

  constructor(
    private readonly log: Log,
    private readonly bounds = { atOnce: 8, waiting: 1_000 },
  ) {}

  run(work: () => Promise<void>): void {
    if (this.#running >= this.bounds.atOnce) {
      if (this.#waiting.length < this.bounds.waiting) this.#waiting.push(work);
      else this.log.warn("background_work_dropped");
      return;
    }
    this.#running++;
    work().catch((error) => this.log.error("background_work_failed", describeError(error)))
      .finally(() => this.#next());
  }

  /** Settles once nothing runs or waits. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #next(): void {
    this.#running--;
    const work = this.#waiting.shift();
    if (work) return this.run(work);
    if (this.#running === 0) this.#idle.splice(0).forEach((settle) => settle());
  }
}
