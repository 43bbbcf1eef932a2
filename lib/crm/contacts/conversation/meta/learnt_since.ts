import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Undone } from "@/lib/records/unmerging.ts";

/**
 * Identities that the live contact learnt since the merge, of the person who is separated again: an
 * event told them together with an id that is theirs alone.
 */
export async function learntSince(
  trx: Trx,
  { companyId }: Tenant,
  { holder, merge, moved }: Undone<"contacts">,
): Promise<number[]> {
  const own = moved["identities.contact_id"] ?? [];
  if (own.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with known as (
      select i.id, i.created_at, p.joined_to, p.account_id, p.person_id,
        i.id = any(${own}::int[]) as was_moved,
        -- WhatsApp's ids are the same for each number of the company
        i.id = any(${own}::int[]) or a.kind = 'whatsapp' and exists (select from identities w
          where w.company_id = i.company_id and w.id = any(${own}::int[])
            and w.kind = 'whatsapp_id' and w.value = p.person_id) as is_own
      from identities i join account_people p on p.company_id = i.company_id
        and i.value = p.account_id || ':' || p.person_id
        and p.account_id = split_part(i.value, ':', 1)::int
      join channel_accounts a on a.company_id = p.company_id and a.id = p.account_id
      where i.company_id = ${companyId} and i.contact_id = ${holder} and i.kind = 'account_id'
    ), learnt as (
      select k.id, k.person_id from known k
      where not k.was_moved and k.created_at >= (select created_at from merges
          where company_id = ${companyId} and id = ${merge.id})
        and (k.is_own or (k.account_id, k.joined_to) in (
          select account_id, joined_to from known where is_own))
    )
    select id from learnt
    union
    select i.id from identities i
    where i.company_id = ${companyId} and i.contact_id = ${holder} and i.kind = 'whatsapp_id'
      and i.source = 'channel' and i.value in (select person_id from learnt)`.execute(trx);
  return rows.map(({ id }) => id);
}
