import { shownName } from "@/lib/values/shown_name.ts";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { mergedValues } from "@/lib/records/merging.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { shownAddress } from "@/lib/records/shown_address.ts";
import { trashDays } from "@/lib/records/records.ts";

export interface Merged {
  id: number;
  name: string | null;
  merged_at: Date;
  merged_by: string | null;
  separable: boolean;
}

export interface Combined {
  merged: Merged[];
  /** Addresses, numbers, tax ids and organisations that merges brought, besides its own. */
  others: { kind: "email" | "phone" | "tax_id" | "organization"; value: string }[];
}

/** Records merged into a contact or client, and its addresses since. One statement. */
export async function readCombined(
  db: Db,
  { companyId }: Tenant,
  noun: "contact" | "client",
  id: number,
): Promise<Combined> {
  const { table, key } = nouns[noun];
  const { kind, value } = mergedValues[table];
  const { rows } = await sql<{ found: Combined }>`
    with recursive gone as (
      select id from ${sql.table(table)} where company_id = ${companyId} and merged_into_id = ${id}
      union
      select t.id from gone join ${sql.table(table)} t
        on t.company_id = ${companyId} and t.merged_into_id = gone.id
    ), merged as (
      select t.id, case when t.erased_at is null then ${labelOf(noun, "t")} end as name,
        t.deleted_at as merged_at, coalesce(${shownName("u", "w")}, u.email) as merged_by,
        t.deleted_at > now() - make_interval(days => ${sql.lit(trashDays)}) as separable
      from gone join ${sql.table(table)} t on t.company_id = ${companyId} and t.id = gone.id
      left join merges m on m.company_id = t.company_id and ${sql.ref(`m.${key}`)} = t.id
      left join users u on u.id = m.created_by
      left join user_companies w on w.company_id = ${companyId} and w.user_id = u.id
    ), others as (
      select i.kind, i.value, min(i.id) as place from identities i
      where i.company_id = ${companyId} and ${sql.ref(`i.${key}`)} = ${id} and i.source = 'merge'
        and (i.kind in ('email', 'phone') or i.kind = ${kind} and not exists (
          select from ${sql.table(table)} t where t.company_id = i.company_id and t.id = ${id}
            and ${sql.raw(value)} = i.value))
        and not exists (
          select from identities own
          where own.company_id = i.company_id and ${sql.ref(`own.${key}`)} = ${id}
            and own.source = 'record' and own.kind = i.kind and own.value = i.value)
      group by i.kind, i.value
    )
    select json_build_object(
      'merged', (select coalesce(json_agg(merged order by merged_at desc, id desc), '[]')
        from merged),
      'others', (select coalesce(json_agg(json_build_object('kind', kind, 'value', value)
        order by place), '[]') from others)) as found`.execute(db);
  const { merged, others } = rows[0]!.found;
  return {
    merged: merged.map((one) => ({ ...one, merged_at: new Date(one.merged_at) })),
    others: others.map((one) => ({
      ...one,
      value: one.kind === "email" ? shownAddress(one.value) : one.value,
    })),
  };
}
