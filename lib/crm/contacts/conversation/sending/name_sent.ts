import { sql } from "kysely";
import type { SentName } from "@/lib/channels/handlers.ts";
import { wake } from "@/lib/channels/in/meta/early_events.ts";
import { messageKey } from "@/lib/channels/in/meta/outcome.ts";
import { keyedMessage } from "@/lib/crm/contacts/conversation/message_key.ts";
import { hasKey, keyRows, lookUp } from "@/lib/db/keys.ts";
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
    update contact_messages m set external_id = k.key
    from ${
    keyRows(named.map(({ externalId, ...one }) => ({ ...one, key: externalId })), {
      ...{ accountId: "int", messageId: "int", key: "text", lease: "uuid" },
    })
  } k
    where m.company_id = ${companyId} and ${hasKey(["m.id"], ["k.messageId"])}
      and (m.external_id is null or exists (select from ${
    lookUp(sql`select lease from outbox
      where company_id = ${companyId} and message_id = m.id`)
  } b where b.lease = k.lease))
      and not exists (select from ${keyedMessage({ companyId })} o)`.execute(trx);
  // A reaction or a read mark may have come before.
  const keys = named.map(({ accountId, externalId }) => {
    return { accountId, key: messageKey(externalId) };
  });
  await wake(trx, { companyId }, keys);
}
