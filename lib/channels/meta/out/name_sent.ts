import { sql } from "kysely";
import type { Finished } from "@/lib/channels/out/finish_messages.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { inCompany, type Tenant } from "@/lib/db/transaction.ts";

/** Gives messages the ids that Meta has of them. */
export async function nameSent(db: Db, finished: readonly Finished[]): Promise<void> {
  const named = finished.flatMap(({ pending, result }) => {
    const { companyId, accountId, payload: { messageId } } = pending;
    const externalId = result.graph?.externalId;
    return externalId === undefined || messageId === null
      ? []
      : [{ companyId, accountId, messageId, externalId }];
  });
  for (const [companyId, names] of Map.groupBy(named, (one) => one.companyId)) {
    await inCompany(db, companyId, (trx) => nameMessages(trx, { companyId }, names));
  }
}

interface Named {
  accountId: number;
  messageId: number;
  externalId: string;
}

/** An id that another message has already is left with it. */
export async function nameMessages(
  trx: BareTrx,
  { companyId }: Tenant,
  named: readonly Named[],
): Promise<void> {
  await sql`
    update contact_messages m set external_id = n."externalId"
    from json_to_recordset(${JSON.stringify(named)}::json)
      as n("accountId" int, "messageId" int, "externalId" text)
    where m.company_id = ${companyId} and m.id = n."messageId" and m.external_id is null
      and not exists (select from contact_messages o where o.company_id = ${companyId}
        and o.via_id = n."accountId" and o.external_id = n."externalId")`.execute(trx);
}
