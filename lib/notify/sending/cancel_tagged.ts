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
  const isOpen = sql`company_id = ${companyId} and tag = ${tag} and internal
    and tag like 'contact:%' and (${userId ?? null}::text is null or user_id = ${userId ?? null})
    and status not in ('replaced', 'cancelled') and answered_at is null`;
  // Locked in one order, as `cancelNotification` does.
  const { rows } = await sql<{ user_id: string }>`
    with open as materialized (
      select notification_id, user_id from notification_recipients
      where ${isOpen} order by notification_id, user_id for update
    )
    update notification_recipients set status = 'cancelled', changed_txid = relevo_txid()
    where ${isOpen} and exists (select from open)
    returning user_id`.execute(trx);
  for (const userId of new Set(rows.map(({ user_id }) => user_id))) {
    trx.afterCommit({ kind: "changed", companyId, userId });
  }
}
