const windowMs = 1_000;

/** Budget per second of each group, and of all; one that asked for more has none a second later. */
export class Allowance {
  #since = -Infinity;
  #asked = new Map<number, number>();
  #askedBefore = new Map<number, number>();
  #takenByAll = 0;

  constructor(
    private readonly most: { each: number; all: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  take(group: number): boolean {
    this.#moveOn();
    const asked = (this.#asked.get(group) ?? 0) + 1;
    this.#asked.set(group, asked);
    const most = (this.#askedBefore.get(group) ?? 0) > this.most.each ? 0 : this.most.each;
    if (asked > most || this.#takenByAll >= this.most.all) return false;
    this.#takenByAll++;
    return true;
  }

  #moveOn(): void {
    const now = this.now();
    if (now - this.#since < windowMs) return;
    const isNext = now - this.#since < 2 * windowMs;
    this.#askedBefore = isNext ? this.#asked : new Map();
    this.#asked = new Map();
    this.#takenByAll = 0;
    this.#since = now;
  }
}
