import { type Selectable, sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { numberedChannels } from "@/lib/channels/kinds.ts";
import { accountValue } from "@/lib/crm/contacts/conversation/find_writers.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { ContactMessages } from "@/lib/db/tables/messages.ts";

export interface LockedMessage {
  contact: Selectable<Contacts>;
  message: Selectable<ContactMessages>;
}

/** Locks a message by Meta's id, after its contact, as filing does. */
export async function lockMessage(
  trx: Trx,
  { company_id, id: accountId }: Account,
  key: string,
): Promise<LockedMessage | undefined> {
  const row = await trx.selectFrom("contact_messages").select(["id", "contact_id"])
    .where("company_id", "=", company_id).where("via_id", "=", accountId)
    .where("external_id", "=", key).executeTakeFirst();
  if (!row) return undefined;
  const contact = await trx.selectFrom("contacts").selectAll()
    .where("company_id", "=", company_id).where("id", "=", row.contact_id)
    .forUpdate().executeTakeFirst();
  const message = await trx.selectFrom("contact_messages").selectAll()
    .where("company_id", "=", company_id).where("id", "=", row.id)
    .forUpdate().executeTakeFirst();
  return contact && message ? { contact, message } : undefined;
}

/** The live contact whom the account knows by one of the ids; the newest wins. */
export async function findPerson(
  trx: Trx,
  account: Account,
  ids: readonly string[],
): Promise<number | undefined> {
  if (ids.length === 0) return undefined;
  const values = ids.map((id) => accountValue(account, id));
  const kind = numberedChannels.includes(account.channel) ? `${account.channel}_id` : null;
  const { rows } = await sql<{ id: number }>`
    select c.id from identities i
    join contacts c on c.company_id = i.company_id and c.id = i.contact_id
    where i.company_id = ${account.company_id} and c.deleted_at is null
      and (i.kind = 'account_id' and i.value = any(${values}::text[])
        or i.kind = ${kind}::text and i.value = any(${[...ids]}::text[]))
    order by i.kind = 'account_id' desc, i.created_at desc, i.id desc limit 1`.execute(trx);
  return rows[0]?.id;
}
