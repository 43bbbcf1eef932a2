/** Since when, and why, an installation sends nothing and fetches nothing. */
export interface Holding {
  since: Date;
  reason: string;
}

/** Asked by every way out of the process, at the last step before the network. */
export interface Gate {
  readonly isHeld: boolean;
}

/** For what leaves from a held installation too: sign-in codes, and mails to its operator (0078). */
export const openGate: Gate = { isHeld: false };

type Change = "held" | "released";

/** Whether this process is held: by its own setting, or by what the database says. */
export class Hold implements Gate {
  #stored: Holding | null = null;
  #works: Record<Change, (() => void)[]> = { held: [], released: [] };

  /** @param own of the process alone, whatever the database says */
  constructor(private readonly own: Holding | null = null) {}

  get holding(): Holding | null {
    return this.own ?? this.#stored;
  }

  get isHeld(): boolean {
    return this.holding !== null;
  }

  /** Takes over what the database says. */
  note(stored: Holding | null): void {
    const wasHeld = this.isHeld;
    this.#stored = stored;
    if (this.isHeld === wasHeld) return;
    for (const work of this.#works[this.isHeld ? "held" : "released"]) work();
  }

  on(change: Change, work: () => void): void {
    this.#works[change].push(work);
  }
}
