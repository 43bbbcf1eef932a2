const slotMs = 15_000;
const slots = 20;

/** Counts answers of the last five minutes, and those that failed. */
export class RequestCounts {
  #counts = new Array<number>(slots).fill(0);
  #failures = new Array<number>(slots).fill(0);
  #slot = 0;

  /** @param now in milliseconds, of one clock for all calls */
  constructor(private readonly now: () => number = () => performance.now()) {}

  note(status: number): void {
    this.#advance();
    const at = this.#slot % slots;
    this.#counts[at]!++;
    if (status >= 500) this.#failures[at]!++;
  }

  read(): { count: number; failures: number } {
    this.#advance();
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
    return { count: sum(this.#counts), failures: sum(this.#failures) };
  }

  #advance(): void {
    const slot = Math.floor(this.now() / slotMs);
    for (let passed = Math.max(this.#slot + 1, slot - slots + 1); passed <= slot; passed++) {
      this.#counts[passed % slots] = this.#failures[passed % slots] = 0;
    }
    this.#slot = slot;
  }
}
