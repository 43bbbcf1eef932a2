import { type RawBuilder, type Selectable, sql } from "kysely";
import { leaveThread } from "@/lib/crm/contacts/conversation/forward/forwarded_mail.ts";
import { normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Undone } from "@/lib/records/unmerging.ts";
import type { Actor } from "@/lib/records/records.ts";

/**
 * Gives a contact that is separated what was written since the merge to or from an id, address or
 * number that is its alone, also where nobody else has. Comes before its identities return.
 * @returns the ids of the messages
 */
export async function returnMessages(
  trx: Trx,
  { companyId }: Tenant,
  { from, holder, merge, moved }: Undone<"contacts">,
): Promise<number[]> {
  const own = moved["identities.contact_id"] ?? [];
  if (own.length === 0) return [];
  const isSince = sql<boolean>`m.company_id = ${companyId} and m.contact_id = ${holder}
    and m.direction <> 'note' and m.created_at >= (select created_at from merges
      where company_id = ${companyId} and id = ${merge.id})`;
  const named = await namesIn(trx, { companyId, holder, isSince });
  const { rows } = await sql<{ id: number }>`
    update contact_messages m set contact_id = ${from}
    where ${isSince}
      and exists (${named} and i.id = any(${own})) and not exists (${named} and i.id <> all(${own}))
    returning m.id`.execute(trx);
  return rows.map(({ id }) => id);
}

const otherPerson = sql`case m.direction when 'in' then m.sender else m.recipient end`;

const ownId = sql`m.via_id || ':' || (${otherPerson} ->> 'id')`;
/** Further ids of the same person: the message may have told one that another contact has. */
const joinedIds = sql`select p.account_id || ':' || p.person_id
  from account_people q join account_people p on p.company_id = q.company_id
    and p.account_id = q.account_id and p.joined_to = q.joined_to
  where q.company_id = m.company_id and q.account_id = m.via_id
    and q.person_id = ${otherPerson} ->> 'id'`;

/** Identities of the contact that a message names as the other person of its conversation. */
async function namesIn(
  trx: Trx,
  { companyId, holder, isSince }: {
    companyId: number;
    holder: number;
    isSince: RawBuilder<boolean>;
  },
) {
  const { rows } = await sql<{ id: number; phone: string }>`
    select m.id, p.phone from contact_messages m cross join lateral (
      select coalesce(${otherPerson} ->> 'phone', m.meta #>> '{sender,phone}') as phone) p
    where ${isSince} and p.phone is not null`.execute(trx);
  const phones = Object.fromEntries(rows.map(({ id, phone }) => [id, normalisePhone(phone)]));
  return sql`
    select from identities i
    where i.company_id = ${companyId} and i.contact_id = ${holder}
      and (i.kind = 'account_id' and (i.value = ${ownId} or i.value in (${joinedIds})
          and not exists (select from identities x where x.company_id = i.company_id
            and x.contact_id = i.contact_id and x.kind = i.kind and x.value = ${ownId}))
        or i.kind = 'email' and i.value in (lower(${otherPerson} ->> 'email'),
          lower(m.meta #>> '{sender,email}'))
        or i.kind = 'web_id' and i.value = lower(m.meta #>> '{sender,email}')
        or i.kind in ('phone', 'web_id')
          and i.value = ${JSON.stringify(phones)}::jsonb ->> m.id::text)`;
}

/** Both threads end with their own last message again. */
export async function settleThreads(trx: Trx, actor: Actor, ids: readonly number[]): Promise<void> {
  const { rows: contacts } = await sql<Selectable<Contacts>>`
    select c.* from ${idRows(ids, "int")} k cross join ${
    lookUp(sql`select * from contacts where company_id = ${actor.companyId} and id = k.id`)
  } c where c.deleted_at is null order by c.id`.execute(trx);
  for (const contact of contacts) await leaveThread(trx, actor, contact);
}
