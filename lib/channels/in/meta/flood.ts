import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** Reactions and receipts a minute of one person that are read; they count as no message. */
export const mostQuietPerMinute = 600;

export async function isFlood(
  trx: Trx,
  { company_id, id }: Account,
  event: OtherEvent,
): Promise<boolean> {
  if (event.type !== "reaction" && event.type !== "receipt" && event.type !== "edit") return false;
  const values = event.person.ids.map((personId) => `${id}:${personId}`);
  const { rows } = await sql<{ isOver: boolean }>`
    select count(*) >= ${mostQuietPerMinute} as "isOver" from (
      select from channel_events e
      where e.company_id = ${company_id} and e.account_id = ${id} and e.is_quiet
        and e.contact_id in (select contact_id from identities
          where company_id = ${company_id} and kind = 'account_id'
            and value = any(${values}::text[]) and contact_id is not null)
        and e.received_at > now() - interval '1 minute'
      limit ${mostQuietPerMinute}) theirs`.execute(trx);
  return rows[0]!.isOver;
}
