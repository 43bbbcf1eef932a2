import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { keyRows } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Notes the delivery states of mails that were sent in place of notifications. */
export async function noteMail(
  trx: Trx,
  { companyId }: Tenant,
  moved: { notificationId: string; state: string }[],
): Promise<void> {
  await sql`
    update due_times t set mail = m.state
    from ${keyRows(moved, { notificationId: "uuid", state: "text" })} m
    where t.company_id = ${companyId} and t.notification_id = m."notificationId"
      and t.kind = 'fallback'`.execute(trx);
}
