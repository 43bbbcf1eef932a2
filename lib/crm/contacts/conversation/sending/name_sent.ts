import { sql } from "kysely";
import type { SentName } from "@/lib/channels/handlers.ts";
import { wake } from "@/lib/channels/in/meta/early_events.ts";
import { messageKey } from "@/lib/channels/in/meta/outcome.ts";
import { keyedMessage } from "@/lib/crm/contacts/conversation/message_key.ts";
import { hasKey, keyRows } from "@/lib/db/keys.ts";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Gives messages the ids that Meta has of them; one that another message has stays with it. */
export async function nameMessages(
  trx: BareTrx,
  { companyId }: Tenant,
  named: readonly SentName[],
): Promise<void> {
  await sql`
    update contact_messages m set external_id = k.key
    from ${
    keyRows(named.map(({ externalId, ...one }) => ({ ...one, key: externalId })), {
      ...{ accountId: "int", messageId: "int", key: "text" },
    })
  } k
    where m.company_id = ${companyId} and ${hasKey(["m.id"], ["k.messageId"])}
      and m.external_id is null and not exists (select from ${keyedMessage({ companyId })} o)`
    .execute(trx);
  // A reaction or a read mark may have come before.
  const keys = named.map(({ accountId, externalId }) => {
    return { accountId, key: messageKey(externalId) };
  });
  await wake(trx, { companyId }, keys);
}
