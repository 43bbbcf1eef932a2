import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { longMs, withDeadline } from "@/lib/db/deadline.ts";
import { asWorker } from "@/lib/db/transaction.ts";

const leastDays = 7; // an idempotency key holds for at least this long
const perBatch = 1_000;

/** Works in batches; one whose callback is pending stays. @returns how many were removed */
export async function removeOldNotifications(db: Db, days: number): Promise<number> {
  const before = new Date(Date.now() - Math.max(days, leastDays) * 86_400_000);
  let removed = 0;
  while (true) {
    const { numAffectedRows = 0n } = await withDeadline(longMs, () =>
      asWorker(db, (trx) =>
        sql`
        delete from notifications where id in (
          select n.id from notifications n
          where n.created_at < ${before} and not exists (
            select from responses r join callbacks c on c.response_id = r.id
            where r.company_id = n.company_id and r.notification_id = n.id
              and c.status = 'pending')
          limit ${perBatch})`.execute(trx)));
    removed += Number(numAffectedRows);
    if (numAffectedRows < perBatch) return removed;
  }
}
