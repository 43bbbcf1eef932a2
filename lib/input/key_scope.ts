/**
 * What a key may be used for. An endpoint needs one of them too, and `all` is what no limited key
 * may do: a code that pairs a phone opens what its user is sent, so it is neither sending nor
 * reading.
 */
export const keyScopes = ["all", "send", "read"] as const;
export type KeyScope = (typeof keyScopes)[number];

export function allows(scope: KeyScope, needed: KeyScope): boolean {
  return scope === "all" || scope === needed;
}
