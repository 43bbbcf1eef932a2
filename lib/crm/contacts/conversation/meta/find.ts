import { type Selectable, sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { numberedChannels } from "@/lib/channels/kinds.ts";
import { accountValue } from "@/lib/crm/contacts/conversation/find_writers.ts";
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
  const [id] = await findPeople(trx, { companyId: account.company_id }, [{ account, ids }]);
  return id;
}

/** The same of several, each in its place. One statement. */
export async function findPeople(
  trx: Trx,
  { companyId }: Tenant,
  people: readonly { account: Account; ids: readonly string[] }[],
): Promise<(number | undefined)[]> {
  const lookups = people.flatMap(({ account, ids }, place) =>
    ids.length === 0 ? [] : [{
      place,
      accountValues: ids.map((id) => accountValue(account, id)),
      kind: numberedChannels.includes(account.channel) ? `${account.channel}_id` : null,
      ids,
    }]
  );
  if (lookups.length === 0) return people.map(() => undefined);
  const { rows } = await sql<{ place: number; id: number }>`
    select p.place, c.id
    from json_to_recordset(${JSON.stringify(lookups)}::json)
      as p(place int, "accountValues" text[], kind text, ids text[])
    cross join lateral (
      select c.id from (
        (select id, contact_id, kind, created_at from identities
          where company_id = ${companyId} and kind = 'account_id'
            and value = any(p."accountValues") offset 0)
        union all
        (select id, contact_id, kind, created_at from identities
          where company_id = ${companyId} and kind = p.kind and value = any(p.ids) offset 0)
      ) i cross join lateral (
        select c.id from contacts c
        where c.company_id = ${companyId} and c.id = i.contact_id and c.deleted_at is null offset 0
      ) c
      order by i.kind = 'account_id' desc, i.created_at desc, i.id desc limit 1
    ) c`.execute(trx);
  const byPlace = new Map(rows.map(({ place, id }) => [place, id]));
  return people.map((_, place) => byPlace.get(place));
}
