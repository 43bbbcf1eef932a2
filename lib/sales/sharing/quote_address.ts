import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** The client's e-mail address, else the opportunity's contact's, else another contact's. */
export async function quoteAddress(
  db: Db,
  { companyId }: Tenant,
  { client_id, opportunity_id }: { client_id: number; opportunity_id: number },
): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select coalesce(c.email, (
      select k.email from opportunities o
      join contacts k on k.company_id = o.company_id and k.id = o.contact_id
      where o.company_id = ${companyId} and o.id = ${opportunity_id} and k.deleted_at is null
    ), (
      select k.email from contacts k
      where k.company_id = ${companyId} and k.converted_client_id = c.id
        and k.deleted_at is null and not k.is_spam and k.email is not null
      order by k.id desc limit 1
    )) as email
    from clients c where c.company_id = ${companyId} and c.id = ${client_id}`.execute(db);
  return rows[0]?.email ?? null;
}
