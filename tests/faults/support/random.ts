/** Random numbers that can be repeated: a failed run is repeated with its seed. */
export interface Random {
  readonly seed: number;
  /** From 0 up to and without 1. */
  next(): number;
  /** A whole number from `low` to `high`. */
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in `share` of the cases. */
  happens(share: number): boolean;
}

/** Starts with the seed that the variable SEED gives, or with a new one. */
export function newRandom(seed = Number(Deno.env.get("SEED")) || Date.now() % 1e9): Random {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    seed,
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)]!,
    happens: (share) => next() < share,
  };
}
