import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import { lockOwn, moveOwn } from "@/lib/crm/contacts/conversation/sending/settle.ts";
import type { MetaEvent } from "@/lib/channels/meta/read/event.ts";
import type { Trx } from "@/lib/db/connection.ts";

type ReceiptEvent = Extract<MetaEvent, { type: "receipt" }>;

/**
 * Notes what has arrived or was read: the messages that are named, and those up to an instant that
 * went to the person. @returns the newest of them
 */
export async function noteReceipt(
  trx: Trx,
  account: Account,
  { state, until, ids, person }: ReceiptEvent,
): Promise<Filed | null> {
  const isNamed = sql`m.external_id = any(${ids}::text[])`;
  // What left after the instant was not read then.
  const isEarlier = until === null
    ? sql`false`
    : sql`o.person = any(${person.ids}::text[]) and m.external_id is not null
        and o.state in ('sent', 'delivered', 'failed', 'uncertain')
        and coalesce((select max(t.started_at) from outbox_attempts t
          where t.company_id = o.company_id and t.outbox_id = o.id), o.state_at) <= ${until}`;
  const messages = await lockOwn(trx, account, sql`(${isNamed} or ${isEarlier})`);
  await moveOwn(trx, account, messages, { receipt: state });
  const [newest] = messages;
  return newest ? { contactId: newest.contactId, messageId: newest.messageId } : null;
}
