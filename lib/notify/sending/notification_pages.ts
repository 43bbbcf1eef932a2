import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { findNotifications } from "@/lib/notify/sending/notifications.ts";

/** Newest first, those of the CRM among them; `page` counts from 1. */
export async function findNotificationPage(
  db: Db,
  { companyId }: Tenant,
  { page, perPage }: { page: number; perPage: number },
) {
  const { total } = await db.selectFrom("notifications")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("company_id", "=", companyId).executeTakeFirstOrThrow();
  const ids = await db.selectFrom("notifications").select("id").where("company_id", "=", companyId)
    .orderBy("created_at", "desc").orderBy("id", "desc")
    .limit(perPage).offset((page - 1) * perPage).execute();
  const order = ids.map(({ id }) => id);
  const found = order.length === 0
    ? []
    : await findNotifications(db, { companyId }, { ids: order });
  const records = found.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return { records, total };
}
