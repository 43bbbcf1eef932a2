/** Seeded random choices: the sample year is the same on every machine. */
export interface Random {
  /** A number in [0, 1). */
  real(): number;
  /** An integer in [from, to]. */
  int(from: number, to: number): number;
  /** True with this probability. */
  is(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Deals the list like shuffled cards: each item comes once before any comes again. */
  draw<T>(list: readonly T[]): T;
  /** One item, by weight. */
  weighted<T>(weights: readonly (readonly [T, number])[]): T;
  shuffled<T>(list: readonly T[]): T[];
  bytes(length: number): Uint8Array;
}

/** A mulberry32 generator seeded by a text. */
export function randomOf(seed: string): Random {
  let state = hash(seed);
  const real = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(real() * (to - from + 1));
  const pick = <T>(list: readonly T[]) => list[int(0, list.length - 1)]!;
  const shuffled = <T>(list: readonly T[]) =>
    list.map((one) => ({ one, at: real() })).sort((a, b) => a.at - b.at).map(({ one }) => one);
  const decks = new WeakMap<readonly unknown[], unknown[]>();
  return {
    real,
    int,
    pick,
    is: (probability) => real() < probability,
    weighted: (weights) => {
      let remaining = real() * weights.reduce((sum, [, weight]) => sum + weight, 0);
      return (weights.find(([, weight]) => (remaining -= weight) < 0) ?? weights.at(-1)!)[0];
    },
    draw: <T>(list: readonly T[]) => {
      const rest = decks.get(list) as T[] | undefined;
      const deck = rest?.length ? rest : shuffled(list);
      decks.set(list, deck);
      return deck.pop()!;
    },
    shuffled,
    bytes: (length) => Uint8Array.from({ length }, () => int(0, 255)),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  return state >>> 0;
}
