import { type Selectable, sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { numberedChannels } from "@/lib/channels/kinds.ts";
import { accountValue } from "@/lib/crm/contacts/conversation/find_writers.ts";
import { keyedMessage } from "@/lib/crm/contacts/conversation/message_key.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
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
  const { rows: [row] } = await sql<{ id: number; contact_id: number }>`
    select m.id, m.contact_id
    from ${keyRows([{ accountId, key }], { accountId: "int", key: "text" })} k
    cross join ${keyedMessage({ companyId: company_id })} m`.execute(trx);
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
  const [id] = await findPeople(trx, { companyId: account.company_id }, [{ account, ids }]);
  return id;
}

/** The same of several, each in its place. One statement. */
export async function findPeople(
  trx: Trx,
  { companyId }: Tenant,
  people: readonly { account: Account; ids: readonly string[] }[],
): Promise<(number | undefined)[]> {
  const lookups = people.flatMap(({ account, ids }, place) => {
    const isNumbered = numberedChannels.includes(account.channel);
    return ids.flatMap((id) => [
      { place, kind: "account_id", value: accountValue(account, id) },
      ...isNumbered ? [{ place, kind: `${account.channel}_id`, value: id }] : [],
    ]);
  });
  if (lookups.length === 0) return people.map(() => undefined);
  const columns = { place: "int", kind: "text", value: "text" } as const;
  const { rows } = await sql<{ place: number; id: number }>`
    select distinct on (p.place) p.place, c.id
    from ${keyRows(lookups, columns)} p
    cross join ${
    lookUp(
      sql`select i.* from identities i where i.company_id = ${companyId} and i.kind = p.kind
      and i.value = p.value`,
    )
  } i
    cross join ${
    lookUp(sql`select id, deleted_at from contacts
      where company_id = ${companyId} and id = i.contact_id`)
  } c
    where c.deleted_at is null
    order by p.place, i.kind = 'account_id' desc, i.created_at desc, i.id desc`.execute(trx);
  const byPlace = new Map(rows.map(({ place, id }) => [place, id]));
  return people.map((_, place) => byPlace.get(place));
}
