import { sql } from "kysely";
import type { InboundMail } from "@/lib/channels/in/message_in.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Recognises a mail of ours in place of a notification that comes back from Sent. */
export async function isMailInPlace(
  trx: Trx,
  { companyId }: Tenant,
  direction: "in" | "out",
  { automatic, messageId }: Pick<InboundMail, "automatic" | "messageId">,
): Promise<boolean> {
  if (direction !== "out" || automatic !== "own" || messageId === null) return false;
  const { rows } = await sql`
    select from outbox where company_id = ${companyId} and notification_id is not null
      and payload -> 'mail' ->> 'messageId' = ${messageId}
    limit 1`.execute(trx);
  return rows.length > 0;
}
