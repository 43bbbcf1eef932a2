import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
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
  const { rows } = await sql<{ address: string }>`
    select a.address from unnest(${[...addresses]}::text[]) as a(address)
    where exists (
        select from identities i
        left join contacts c on c.company_id = i.company_id and c.id = i.contact_id
        left join clients k on k.company_id = i.company_id and k.id = i.client_id
        where i.company_id = ${companyId} and i.kind = 'email' and i.value = a.address
          and ((c.id is not null and c.deleted_at is null and not c.held
              and not c.is_spam)
            or (k.id is not null and k.deleted_at is null)))
      or exists (
        select from users u join user_companies m on m.user_id = u.id
        where u.email = a.address and m.company_id = ${companyId} and m.disabled_at is null)
      or exists (
        select from devices d where d.company_id = ${companyId} and lower(d.user_id) = a.address)`
    .execute(trx);
  return new Set(rows.map(({ address }) => address));
}
