import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/**
 * Cancels the CRM's notices with this tag for those who have not answered, or for one user alone.
 * Streams wake after the commit.
 */
export async function cancelTagged(
  trx: Trx,
  { companyId }: Tenant,
  tag: string,
  userId?: string,
): Promise<void> {
  // Locked in one order, as `cancelNotification` does.
  const { rows } = await sql<{ user_id: string }>`
    with open as (
      select notification_id, user_id from notification_recipients
      where company_id = ${companyId} and tag = ${tag} and internal and tag like 'contact:%'
        and (${userId ?? null}::text is null or user_id = ${userId ?? null})
        and status not in ('replaced', 'cancelled') and answered_at is null
      order by notification_id, user_id for update
    )
    update notification_recipients r
    set status = 'cancelled', changed_txid = relevo_txid()
    from open
    where r.company_id = ${companyId} and r.notification_id = open.notification_id
      and r.user_id = open.user_id
    returning r.user_id`.execute(trx);
  for (const userId of new Set(rows.map(({ user_id }) => user_id))) {
    trx.afterCommit({ kind: "changed", companyId, userId });
  }
}
