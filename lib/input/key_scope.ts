/** `all` may what no limited key may, as to pair phones; but what customers write is `channel`'s alone. */
export const keyScopes = ["all", "send", "read", "channel"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** `own` is open to every other key; a `send` key finds only what it sent. */
export type NeededScope = KeyScope | "own";

export function allows(scope: KeyScope, needed: NeededScope): boolean {
  if (scope === "channel" || needed === "channel") return scope === needed;
  return scope === "all" || needed === "own" || scope === needed;
}
