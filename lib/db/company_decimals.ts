import { type RawBuilder, sql } from "kysely";

/** Decimals of the company's amounts, in SQL that rounds. */
export function companyDecimals(companyId: number): RawBuilder<number> {
  return sql<number>`(select relevo_decimals(currency) from companies where id = ${companyId})`;
}
