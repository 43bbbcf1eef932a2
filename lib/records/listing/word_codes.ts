/** Bytes of kinds and states in `search_words` (docs/decisions/0070). */
export const wordKinds = {
  contact: "C",
  client: "L",
  opportunity: "O",
  quote: "Q",
  sale: "S",
  product: "P",
  task: "T",
  event: "E",
  automatic: "A",
} as const;

export const wordStates = { live: "L", spam: "S", held: "H", trash: "T" } as const;

export type WordKind = keyof typeof wordKinds;
export type WordState = keyof typeof wordStates;
