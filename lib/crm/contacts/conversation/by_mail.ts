import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Those of the contacts that mail passed with: their `channel` is `other`. */
export async function readMailed(
  db: Db,
  { companyId }: Tenant,
  contactIds: readonly number[],
): Promise<Set<number>> {
  if (contactIds.length === 0) return new Set();
  const rows = await db.selectFrom("contact_messages as m")
    .innerJoin(
      "channel_accounts as a",
      (on) => on.onRef("a.company_id", "=", "m.company_id").onRef("a.id", "=", "m.via_id"),
    )
    .innerJoin(
      "contacts as c",
      (on) => on.onRef("c.company_id", "=", "m.company_id").onRef("c.id", "=", "m.contact_id"),
    )
    .select("m.contact_id").distinct()
    .where("m.company_id", "=", companyId).where("m.contact_id", "in", contactIds)
    .where("c.channel", "=", "other").where("a.kind", "=", "email")
    .where("m.deleted_at", "is", null).execute();
  return new Set(rows.map(({ contact_id }) => contact_id));
}
