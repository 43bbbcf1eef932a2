import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Steps of setting up a company, in the order in which they help. */
export interface Setup {
  details: boolean;
  team: boolean;
  catalog: boolean;
  clients: boolean;
  form: boolean;
  phone: boolean;
}

/** Reads the state of the set-up in one statement. */
export async function readSetup(db: Db, { companyId }: Tenant): Promise<Setup> {
  const own = sql`company_id = ${companyId}`;
  const { rows } = await sql<Setup>`
    select c.tax_id is not null or c.address is not null as details,
      (select count(*) from user_companies where ${own} and disabled_at is null) > 1 as team,
      exists (select 1 from products where ${own} and deleted_at is null) as catalog,
      exists (select 1 from clients where ${own} and deleted_at is null) as clients,
      c.public_origins <> '{}' as form,
      exists (select 1 from devices where ${own} and revoked_at is null) as phone
    from companies c where c.id = ${companyId}`.execute(db);
  return rows[0]!;
}
