import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { keyedMessage } from "@/lib/crm/contacts/conversation/message_key.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import { keyRows } from "@/lib/db/keys.ts";
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
  const lookups = keys.map(({ account: { id: accountId }, key }, place) => {
    return { place, accountId, key };
  });
  const columns = { place: "int", accountId: "int", key: "text" } as const;
  const { rows } = await sql<FiledMessage & { place: number }>`
    select k.place, m.contact_id as "contactId", m.id as "messageId", exists (select from files f
      where f.company_id = ${companyId} and f.message_id = m.id offset 0) as "hasFiles"
    from ${keyRows(lookups, columns)} k
    cross join ${keyedMessage({ companyId })} m`.execute(trx);
  const byPlace = new Map(rows.map(({ place, ...message }) => [place, message]));
  return keys.map((_, place) => byPlace.get(place));
}
