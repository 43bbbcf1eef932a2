import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { MetaHandlers } from "@/lib/channels/handlers.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** Reactions, receipts and edits of one person that are read in a minute; they count as no message. */
export const mostQuietPerMinute = 600;

/** Whether it is one too many of its sender for now. */
export async function isFlood(
  trx: Trx,
  account: Account,
  event: OtherEvent,
  { findPerson }: Pick<MetaHandlers, "findPerson">,
): Promise<boolean> {
  if (event.type !== "reaction" && event.type !== "receipt" && event.type !== "edit") return false;
  const contactId = await findPerson(trx, account, event.person.ids);
  if (contactId === undefined) return false;
  const { rows } = await sql<{ isOver: boolean }>`
    select count(*) >= ${mostQuietPerMinute} as "isOver" from (
      select from channel_events e
      where e.company_id = ${account.company_id} and e.account_id = ${account.id} and e.is_quiet
        and e.contact_id = ${contactId} and e.state = 'read'
        and e.tried_at > now() - interval '1 minute'
        -- what was held back longer is read whenever it is due
        and e.received_at > now() - interval '1 hour'
      limit ${mostQuietPerMinute}) theirs`.execute(trx);
  return rows[0]!.isOver;
}
