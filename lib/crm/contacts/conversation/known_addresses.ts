import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/**
 * Finds the addresses, in lower case, that belong to a live client, a contact that is not put
 * aside, a member, or a user of that id with a pairing now or before. One statement.
 */
export async function findKnownAddresses(
  trx: Trx,
  { companyId }: Tenant,
  addresses: readonly string[],
): Promise<Set<string>> {
  const keys = keyRows(addresses.map((address) => ({ address })), { address: "text" });
  const identity = lookUp(sql`select contact_id, client_id from identities
    where company_id = ${companyId} and kind = 'email' and value = a.address`);
  const contact = lookUp(sql`select deleted_at, held, is_spam from contacts
    where company_id = ${companyId} and id = i.contact_id`);
  const client = lookUp(sql`select deleted_at from clients
    where company_id = ${companyId} and id = i.client_id`);
  const user = lookUp(sql`select id from users where email = a.address`);
  const member = lookUp(sql`select disabled_at from user_companies
    where user_id = u.id and company_id = ${companyId}`);
  const { rows } = await sql<{ address: string }>`
    select a.address from ${keys} a
    where exists (
        select from ${identity} i cross join ${contact} c
        where c.deleted_at is null and not c.held and not c.is_spam
        union all
        select from ${identity} i cross join ${client} k where k.deleted_at is null offset 0)
      or exists (
        select from ${user} u cross join ${member} m where m.disabled_at is null offset 0)
      or exists (
        select from devices d where d.company_id = ${companyId} and lower(d.user_id) = a.address
        order by lower(d.user_id) offset 0)`.execute(trx);
  return new Set(rows.map(({ address }) => address));
}
