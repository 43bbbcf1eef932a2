import { sql } from "kysely";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { tagsOf, type UsedTag } from "@/lib/records/tags/tags.ts";

interface FilterChoices {
  tags: UsedTag[];
  accounts: { id: number; name: string }[];
}

/** Tags of contacts, and accounts that they write to. One statement. */
export async function listFilterChoices(db: Db, tenant: Tenant): Promise<FilterChoices> {
  const { rows } = await sql<FilterChoices>`/* plan once: filter_choices */
    select (select coalesce(json_agg(t), '[]') from (${tagsOf(tenant, { noun: "contact" })}) t)
        as tags,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)
          order by ${alphabetical(sql.ref("name"))}, id), '[]')
        from channel_accounts where company_id = ${tenant.companyId} and deleted_at is null)
        as accounts`.execute(db);
  return rows[0]!;
}
