import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

export type FiledMessage = Filed & { hasFiles: boolean };

/** The messages that Meta knows by the ids, whoever wrote them, each in its place. One statement. */
export async function findByKeys(
  trx: Trx,
  { companyId }: Tenant,
  keys: readonly { account: Account; key: string }[],
): Promise<(FiledMessage | undefined)[]> {
  if (keys.length === 0) return [];
  const lookups = keys.map(({ account, key }, place) => ({ place, accountId: account.id, key }));
  const { rows } = await sql<FiledMessage & { place: number }>`
    select k.place, m.contact_id as "contactId", m.id as "messageId", exists (select from files f
      where f.company_id = ${companyId} and f.message_id = m.id offset 0) as "hasFiles"
    from json_to_recordset(${JSON.stringify(lookups)}::json)
      as k(place int, "accountId" int, key text)
    cross join lateral (
      select id, contact_id from contact_messages
      where company_id = ${companyId} and via_id = k."accountId" and external_id = k.key
      offset 0) m`.execute(trx);
  const byPlace = new Map(rows.map(({ place, ...message }) => [place, message]));
  return keys.map((_, place) => byPlace.get(place));
}
