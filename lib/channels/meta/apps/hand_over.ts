import { retryAppProblem } from "@/lib/channels/meta/apps/problems.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { sql } from "kysely";

/** Gives an account what came for its ids before. @returns companies with something to read */
export async function handOver(
  db: Db,
  account: { companyId: number; id: number },
): Promise<number[]> {
  const { rows } = await asWorker(
    db,
    (trx) =>
      sql<{ id: number; appId: number; companyId: number }>`
      select p.id, p.app_id as "appId", p.company_id as "companyId" from meta_routes r
      join meta_problems p on p.company_id = r.app_company_id and p.app_id = r.app_id
        and p.object = r.object and p.external_id = r.external_id and p.kind = 'unknown_account'
      where r.company_id = ${account.companyId} and r.account_id = ${account.id}
      order by p.id`.execute(trx),
  );
  const companies = new Set<number>();
  for (const { id, appId, companyId } of rows) {
    const { read } = await retryAppProblem(db, { companyId }, { appId, id });
    for (const one of read) companies.add(one);
  }
  return [...companies];
}
