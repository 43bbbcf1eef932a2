import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";

/**
 * The next number, such as `P-2026-0001`. The counter's row stays locked until the transaction
 * ends, so no two documents get the same; a deleted document's number is not given again.
 */
export async function nextNumber(
  trx: Trx,
  { companyId, kind, year, prefix }: {
    companyId: number;
    kind: "quote" | "sale";
    year: number;
    prefix: string;
  },
): Promise<string> {
  const { last } = await trx.insertInto("document_counters")
    .values({ company_id: companyId, kind, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "kind", "year"])
        .doUpdateSet({ last: sql`document_counters.last + 1` })
    ).returning("last").executeTakeFirstOrThrow();
  return numberOf({ prefix, year, count: last });
}

function numberOf(
  { prefix, year, count }: { prefix: string; year: number; count: number },
): string {
  return [prefix, year, String(count).padStart(4, "0")].filter((part) => part !== "").join("-");
}
