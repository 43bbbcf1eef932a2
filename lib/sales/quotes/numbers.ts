import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";

/**
 * The next number of the company's documents of a kind in a year, such as `P-2026-0001`. The
 * counter's row stays locked until the transaction ends, so no two documents get the same; a number
 * is gone once given, also when its document is deleted.
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

/** The number of a year's document, counted from 1. */
function numberOf(
  { prefix, year, count }: { prefix: string; year: number; count: number },
): string {
  return [prefix, year, String(count).padStart(4, "0")].filter((part) => part !== "").join("-");
}
