/**
 * `all` is what no limited key may do: pairing opens a user's messages to a phone. `channel` carries
 * what customers write; the other scopes do not include it, nor it them.
 */
export const keyScopes = ["all", "send", "read", "channel"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** `own` is open to every other key; a `send` key finds only what it sent. */
export type NeededScope = KeyScope | "own";

export function allows(scope: KeyScope, needed: NeededScope): boolean {
  if (scope === "channel" || needed === "channel") return scope === needed;
  return scope === "all" || needed === "own" || scope === needed;
}
