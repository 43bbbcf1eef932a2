import { type RawBuilder, sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { hasOld, removeOld } from "@/lib/db/remove_old.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { companyVerbs } from "@/lib/records/activities.ts";

const oldActivities = (months: number) => ({
  table: "activities" as const,
  column: "at",
  before: sql`now() - make_interval(months => ${sql.lit(months)})`,
  // The history of the company's own rules stays.
  and: sql<boolean>`verb not in (${sql.join(companyVerbs.map((verb) => sql.lit(verb)))})`,
});

export function hasOldActivities(months: number): RawBuilder<boolean> {
  return hasOld(oldActivities(months));
}

/** Removes a company's oldest activities. @returns whether there may be more */
export function removeOldActivities(
  trx: BareTrx,
  { companyId }: Tenant,
  months: number,
): Promise<boolean> {
  return removeOld(trx, { ...oldActivities(months), companyId });
}
