import type { Change, Migration } from "@/lib/db/migration/migration.ts";

/** Those up to 0083 that took something away or asked more of rows; all others of then widen. */
const narrowing = new Set([
  "0011_search_states",
  "0032_company_floor",
  "0034_held",
  "0043_channels",
  "0065_idempotency_per_key",
  "0067_sku_folding",
  "0077_word_bytes",
]);

export function changeOf(name: string, { change }: Migration): Change {
  return change ?? (narrowing.has(name) ? "narrows" : "widens");
}
