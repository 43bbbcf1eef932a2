/** Who wants to hear that there is something new, by what it is about. */
export class Followers {
  #all = new Map<string, Set<() => void>>();

  /** @returns ends it */
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
