import { sql } from "kysely";
import type { SentName } from "@/lib/channels/handlers.ts";
import { wake } from "@/lib/channels/in/meta/early_events.ts";
import { messageKey } from "@/lib/channels/in/meta/outcome.ts";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/**
 * Gives messages the ids that Meta has of them. One that another message has stays with it, and that
 * of an earlier attempt goes once an attempt that lasts has one.
 */
export async function nameMessages(
  trx: BareTrx,
  { companyId }: Tenant,
  named: readonly SentName[],
): Promise<void> {
  await sql`
    update contact_messages m set external_id = n."externalId"
    from json_to_recordset(${JSON.stringify(named)}::json)
      as n("accountId" int, "messageId" int, "externalId" text, lease uuid)
    where m.company_id = ${companyId} and m.id = n."messageId"
      and (m.external_id is null or exists (select from outbox b
        where b.company_id = m.company_id and b.message_id = m.id and b.lease = n.lease))
      and not exists (select from contact_messages o where o.company_id = ${companyId}
        and o.via_id = n."accountId" and o.external_id = n."externalId")`.execute(trx);
  // A reaction or a read mark may have come before.
  const keys = named.map(({ accountId, externalId }) => {
    return { accountId, key: messageKey(externalId) };
  });
  await wake(trx, { companyId }, keys);
}
