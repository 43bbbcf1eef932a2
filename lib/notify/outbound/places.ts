interface Waiting {
  enter(): void;
}

/** A few places that companies share: none has more than its part of them, and none is overlooked. */
export class Places {
  #taken = new Map<number, number>();
  #waiting = new Map<number, Set<Waiting>>();
  #free: number;

  constructor(private readonly options: { most: number; perCompany: number }) {
    this.#free = options.most;
  }

  /** Takes a place if there is one. */
  tryTake(companyId: number): boolean {
    if (this.#free === 0 || this.#takenBy(companyId) >= this.options.perCompany) return false;
    this.#free--;
    this.#taken.set(companyId, this.#takenBy(companyId) + 1);
    return true;
  }

  /** @returns false when none became free within `waitMs` */
  take(companyId: number, waitMs: number): Promise<boolean> {
    if (this.tryTake(companyId)) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const queue = this.#waiting.get(companyId) ?? new Set();
    this.#waiting.set(companyId, queue);
    const waiting = {
      enter: () => {
        clearTimeout(timer);
        resolve(true);
      },
    };
    const timer = setTimeout(() => {
      this.#leave(companyId, waiting);
      resolve(false);
    }, waitMs);
    queue.add(waiting);
    return promise;
  }

  giveBack(companyId: number): void {
    this.#free++;
    const left = this.#takenBy(companyId) - 1;
    if (left > 0) this.#taken.set(companyId, left);
    else this.#taken.delete(companyId);
    this.#letIn();
  }

  /** Of those who wait, the company with the fewest places is next. */
  #letIn(): void {
    const [companyId] = [...this.#waiting.keys()]
      .sort((a, b) => this.#takenBy(a) - this.#takenBy(b));
    if (companyId === undefined || !this.tryTake(companyId)) return;
    const next = this.#waiting.get(companyId)!.values().next().value!;
    this.#leave(companyId, next);
    next.enter();
  }

  #leave(companyId: number, waiting: Waiting): void {
    const queue = this.#waiting.get(companyId)!;
    queue.delete(waiting);
    if (queue.size === 0) this.#waiting.delete(companyId);
  }

  #takenBy(companyId: number): number {
    return this.#taken.get(companyId) ?? 0;
  }
}
