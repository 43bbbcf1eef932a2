import { type RawBuilder, sql } from "kysely";

/** Sorts by the alphabet, whatever the server's locale; the columns of names do by themselves. */
export function alphabetical<Value>(name: RawBuilder<Value>): RawBuilder<Value> {
  return sql<Value>`(${name}) collate relevo_names`;
}

/** Decimals of the company's amounts, for what is rounded in SQL. */
export function companyDecimals(companyId: number): RawBuilder<number> {
  return sql<number>`(select relevo_decimals(currency) from companies where id = ${companyId})`;
}
