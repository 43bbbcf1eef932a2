import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { foldRows } from "@/lib/db/fold.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";

/** Triggers keep counts of notifications and of their recipients by state (0082_kept_counts.ts). */

/** States of more recipients are kept; those of fewer are counted when they are asked for. */
export const fewRecipients = 20;

export const keptStates = ["answered", "read", "opened", "delivered", "sent", "queued", "failed"]
  .concat("replaced", "cancelled");

export async function countNotifications(db: Db, { companyId }: Tenant): Promise<number> {
  const { rows: [counted] } = await sql<{ total: number }>`
    /* plan once: count_notifications */
    select coalesce(sum(n), 0)::int as total from notification_counts
    where company_id = ${companyId}`.execute(db);
  return counted!.total;
}

export async function foldNotificationCounts(db: Db): Promise<void> {
  await asWorker(db, async (trx) => {
    await foldRows(trx, { table: "notification_counts", key: ["company_id"], sums: ["n"] });
    const key = ["company_id", "notification_id"];
    await foldRows(trx, { table: "recipient_counts", key, sums: keptStates });
  });
}
