import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { pushAgain } from "@/lib/notify/sending/push_again.ts";

/** Ends a snooze: sends it once on the stream and by push, unless it was answered or closed. */
export async function wake(
  trx: Trx,
  tenant: Tenant,
  { id, notificationId, userId }: { id: string; notificationId: string; userId: string },
): Promise<void> {
  const { companyId } = tenant;
  const woken = await trx.updateTable("notification_recipients")
    .set({ snoozed_until: null, changed_txid: sql<number>`relevo_txid()` })
    .where("company_id", "=", companyId).where("notification_id", "=", notificationId)
    .where("user_id", "=", userId).where("snoozed_until", "is not", null)
    .returning("user_id").executeTakeFirst();
  await trx.deleteFrom("due_times").where("company_id", "=", companyId).where("id", "=", id)
    .execute();
  if (!woken) return;
  trx.afterCommit({ kind: "changed", companyId, userId });
  await pushAgain(trx, tenant, { notificationId, userIds: [userId], reason: "snooze" });
}
