/**
 * Scopes of API keys. An endpoint needs one of them; `all` is what no limited key may do: a code
 * that pairs a phone opens its user's messages, so it is neither sending nor reading. `channel` carries
 * what customers write, and the others do not include it, nor it them.
 */
export const keyScopes = ["all", "send", "read", "channel"] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * Scope that an endpoint needs; `own` is open to every other key, and a `send` key finds only what it
 * sent.
 */
export type NeededScope = KeyScope | "own";

export function allows(scope: KeyScope, needed: NeededScope): boolean {
  if (scope === "channel" || needed === "channel") return scope === needed;
  return scope === "all" || needed === "own" || scope === needed;
}
