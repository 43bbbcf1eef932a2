/** Files whose statements know no company, or mean several, with the reason. */
export const mayCross: Record<string, string> = {
  "lib/channels/accounts/account_state.ts": "accounts of a batch, by their own ids",
  "lib/channels/accounts/write_routes.ts": "apps are shared with a company, by another name",
  "lib/channels/meta/apps/apps.ts": "apps are shared with a company, by another name",
  "lib/channels/out/leases.ts": "messages of a batch, by their own ids and people",
  "lib/records/listing/numbered_words.ts": "by the place of rows that were read by company",
  "lib/records/tags/tags.ts": "counts are folded wherever they wait",
};

/** What the worker asks of all companies where it looks digests up, with the reason. */
export const mayCrossAsWorker: [statement: RegExp, reason: string][] = [
  [/^\s*delete from "(pairings|entry_links)"[^]*"expires_at" </, "removes what is over"],
  [/^\s*delete from "entry_links" where "email" = /, "a new link in ends a person's others"],
];
