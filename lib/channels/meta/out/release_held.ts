import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Due } from "@/lib/tools/after_commit.ts";

/**
 * Makes due at once what waits for its next attempt because its account failed, now that the account
 * works. @returns what is to be announced
 */
export async function releaseHeld(
  trx: BareTrx,
  accounts: readonly { accountId: number }[],
): Promise<Due[]> {
  if (accounts.length === 0) return [];
  const ids = [...new Set(accounts.map(({ accountId }) => accountId))];
  const { rows } = await sql<Due>`
    update outbox o set due_at = now()
    from channel_accounts a
    where a.id = any(${ids}::int[]) and a.state <> 'paused'
      and o.company_id = a.company_id and o.account_id = a.id and o.state = 'queued'
      and o.due_at > now() and (o.error = 'graph_account' or o.error like 'graph_account %')
    returning o.id, o.company_id as "companyId", o.host`.execute(trx);
  return rows;
}
