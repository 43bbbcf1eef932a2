import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import { uuidOf } from "@/lib/crm/contacts/conversation/sending/settle.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** The message that Meta knows by the id, whoever wrote it. */
export async function findByKey(
  trx: Trx,
  { company_id, id }: Account,
  key: string,
): Promise<Filed & { hasFiles: boolean } | undefined> {
  const { rows } = await sql<Filed & { hasFiles: boolean }>`
    select m.contact_id as "contactId", m.id as "messageId", exists (select from files f
      where f.company_id = m.company_id and f.message_id = m.id) as "hasFiles"
    from contact_messages m
    where m.company_id = ${company_id} and m.via_id = ${id} and m.external_id = ${key}`
    .execute(trx);
  return rows[0];
}

/** Whether one of the messages is here, by Meta's id or by ours. */
export async function isHere(
  trx: Trx,
  { company_id, id }: Account,
  keys: readonly string[],
  opaque: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ isHere: boolean }>`
    select exists (select from contact_messages where company_id = ${company_id}
        and via_id = ${id} and external_id = any(${[...keys]}::text[]))
      or exists (select from outbox where company_id = ${company_id} and account_id = ${id}
        and id = ${uuidOf(opaque)}::uuid) as "isHere"`.execute(trx);
  return rows[0]!.isHere;
}
