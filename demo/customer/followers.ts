/** Listeners for news, by topic. */
export class Followers {
  #all = new Map<string, Set<() => void>>();

  /** @returns a function that unsubscribes */
  follow(about: string, tell: () => void): () => void {
    const those = this.#all.get(about) ?? new Set();
    this.#all.set(about, those.add(tell));
    return () => {
      those.delete(tell);
      if (those.size === 0) this.#all.delete(about);
    };
  }

  tell(about: string): void {
    for (const tell of [...this.#all.get(about) ?? []]) tell();
  }
}
