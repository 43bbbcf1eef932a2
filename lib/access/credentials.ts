import { type RawBuilder, sql } from "kysely";
import type { CredentialKind } from "@/lib/db/tables/access.ts";

type Digested = Exclude<CredentialKind, "hook">;

const tables: Record<Digested, string> = {
  key: "api_keys",
  phone: "devices",
  pairing: "pairings",
  answer: "answer_links",
  entry: "entry_links",
  quote: "quote_shares",
};

/**
 * SQL of the row `t` of a digest. One look-up finds its company `c`, and the same statement reads
 * the row in that company (docs/decisions/0085).
 */
export function fromDigest(kind: Digested, digest: Uint8Array): RawBuilder<unknown> {
  return sql`from credentials c join ${sql.table(tables[kind])} t
    on t.company_id = c.company_id and t.digest = c.digest
    where c.digest = ${digest} and c.kind = ${kind}`;
}
