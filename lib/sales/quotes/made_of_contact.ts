import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

const most = 20;

/** Query of the opportunities that came of a contact with their quotations, the newest first. */
export function madeOf(db: Db, { companyId }: Tenant, contactId: number) {
  return db.selectFrom("opportunities as o")
    .leftJoin(
      "quotes as q",
      (join) =>
        join.onRef("q.company_id", "=", "o.company_id").onRef("q.opportunity_id", "=", "o.id")
          .on("q.deleted_at", "is", null),
    )
    .select(["o.id", "o.title", "o.status"])
    .select(["q.id as quote_id", "q.number as quote_number", "q.status as quote_status"])
    .where("o.company_id", "=", companyId).where("o.contact_id", "=", contactId)
    .where("o.deleted_at", "is", null)
    .orderBy("o.id", "desc").orderBy("q.id", "desc").limit(most);
}
