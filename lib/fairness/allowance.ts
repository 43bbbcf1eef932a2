const windowMs = 1_000;

/** Budget per second of each group, and of all; one that asked for more has none a second later. */
export class Allowance {
  #since = -Infinity;
  #requests = new Map<number, number>();
  #askedBefore = new Map<number, number>();
  #takenByAll = 0;

  constructor(
    private readonly most: { each: number; all: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  take(group: number): boolean {
    this.#moveOn();
    const count = (this.#requests.get(group) ?? 0) + 1;
    this.#requests.set(group, count);
    const most = (this.#askedBefore.get(group) ?? 0) > this.most.each ? 0 : this.most.each;
    if (count > most || this.#takenByAll >= this.most.all) return false;
    this.#takenByAll++;
    return true;
  }

  #moveOn(): void {
    const now = this.now();
    if (now - this.#since < windowMs) return;
    const isNext = now - this.#since < 2 * windowMs;
    this.#askedBefore = isNext ? this.#requests : new Map();
    this.#requests = new Map();
    this.#takenByAll = 0;
    this.#since = now;
  }
}
