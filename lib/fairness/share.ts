/** One process's part of the limits that all processes of an installation keep together. */
export class Share {
  #processes = 1;
  #rank = 0;

  /** Takes note of the processes that live. @param others their ids, without this one's */
  note(own: string, others: readonly string[]): void {
    this.#processes = others.length + 1;
    this.#rank = others.filter((id) => id < own).length;
  }

  /** Number of processes that share, this one among them. */
  get processes(): number {
    return this.#processes;
  }

  /** Part of an amount that may be broken, such as a rate. */
  of(amount: number): number {
    return amount / this.#processes;
  }

  /** Part of a number of whole things. The parts make `most`, but each process has at least one. */
  wholeOf(most: number): number {
    const rest = this.#rank < most % this.#processes ? 1 : 0;
    return Math.max(Math.floor(most / this.#processes) + rest, Math.min(most, 1));
  }
}
