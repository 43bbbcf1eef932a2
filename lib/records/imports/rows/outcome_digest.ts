import { createHash } from "node:crypto";
import type { Checked } from "@/lib/records/imports/check_import.ts";
import type { ImportRead } from "@/lib/records/imports/read_import.ts";
import { differences } from "@/lib/records/records.ts";

/** Digest of what each column is and what each row becomes: its outcome, record and changes. */
export function digestOf(
  { columns }: Pick<ImportRead, "columns">,
  { results }: Pick<Checked, "results">,
): string {
  const hash = createHash("sha256").update(JSON.stringify(columns.map(({ field }) => field)));
  for (const [row, { outcome, record, change }] of [...results].sort(([a], [b]) => a - b)) {
    const changes = change ? differences(change.row.was, change.values) : null;
    hash.update(JSON.stringify([row, outcome, record?.id ?? null, changes]));
  }
  return hash.digest("base64url");
}
