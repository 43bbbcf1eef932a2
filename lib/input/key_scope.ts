/** `all` is what no limited key may do: pairing opens a user's messages to a phone. */
export const keyScopes = ["all", "send", "read"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** `own` is open to every key; a `send` key finds only what it sent. */
export type NeededScope = KeyScope | "own";

export function allows(scope: KeyScope, needed: NeededScope): boolean {
  return scope === "all" || needed === "own" || scope === needed;
}
