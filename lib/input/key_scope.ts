/**
 * Scopes of API keys. An endpoint needs one of them; `all` is what no limited key may do: a code
 * that pairs a phone opens its user's messages, so it is neither sending nor reading.
 */
export const keyScopes = ["all", "send", "read"] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * Scope that an endpoint needs; `own` is open to every key, and a `send` key finds only what it
 * sent.
 */
export type NeededScope = KeyScope | "own";

export function allows(scope: KeyScope, needed: NeededScope): boolean {
  return scope === "all" || needed === "own" || scope === needed;
}
