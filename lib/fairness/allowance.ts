const windowMs = 1_000;

/** Budget per second of each group, and of all together. */
export class Allowance {
  #since = -Infinity;
  #taken = new Map<number, number>();
  #takenByAll = 0;

  constructor(
    private readonly most: { each: number; all: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  take(group: number): boolean {
    const now = this.now();
    if (now - this.#since >= windowMs) {
      this.#since = now;
      this.#taken.clear();
      this.#takenByAll = 0;
    }
    const taken = this.#taken.get(group) ?? 0;
    if (taken >= this.most.each || this.#takenByAll >= this.most.all) return false;
    this.#taken.set(group, taken + 1);
    this.#takenByAll++;
    return true;
  }
}
