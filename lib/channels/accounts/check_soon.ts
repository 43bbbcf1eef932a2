import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Has an account of Meta looked at within a minute, such as after news of it. */
export async function checkSoon(
  trx: BareTrx,
  { companyId }: Tenant,
  accountId: number,
): Promise<void> {
  await sql`
    update channel_accounts set check_due_at = least(check_due_at, now() + interval '1 minute')
    where company_id = ${companyId} and id = ${accountId} and check_due_at is not null`
    .execute(trx);
}
