import { sql } from "kysely";
import type { BareTrx, Trx } from "@/lib/db/connection.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import { removeOld } from "@/lib/db/remove_old.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Scope } from "@/lib/privacy/persons.ts";

/** Código de Comercio, art. 30: papers of business are kept for six years after their year. */
const commercialYears = 6;

/**
 * Sets aside what a sale must show to authorities: the buyer, the document as sent, its lines and
 * amounts. No tenant can read it back (LOPDGDD, art. 32: blocked).
 */
export async function blockSales(trx: Trx, { companyId }: Tenant, { sales }: Scope) {
  if (sales.length === 0) return { sales: 0, kept_until: null };
  const { rows: [blocked] } = await sql<{ sales: number; kept_until: string | null }>`
    with kept as ${keptSales(companyId, sales)}, stored as (
      insert into blocked_records (company_id, sale_id, kept_until, data)
      select s.company_id, s.id, s.kept_until, jsonb_build_object(
        'client', jsonb_build_object('name', c.name, 'legal_name', c.legal_name,
          'tax_id', c.tax_id, 'address', c.address, 'postal_code', c.postal_code, 'city', c.city,
          'region', c.region, 'country', c.country),
        'sale', jsonb_build_object('number', s.number, 'status', s.status, 'sold_at', s.sold_at,
          'currency', s.currency, 'net_total', s.net_total, 'tax_total', s.tax_total,
          'gross_total', s.gross_total, 'cancelled_at', s.cancelled_at,
          'cancel_reason', s.cancel_reason),
        'quote', jsonb_build_object('number', q.number, 'issue_date', q.issue_date,
          'title', q.title, 'terms', q.terms, 'tax_breakdown', q.tax_breakdown,
          'approved_at', q.approved_at, 'approved_via', q.approved_via,
          'approved_by_name', q.approved_by_name),
        'document', (select r.snapshot from quote_revisions r where r.company_id = q.company_id
          and r.quote_id = q.id and r.revision = q.revision),
        'lines', (select jsonb_agg(to_jsonb(l) - 'company_id' - 'cost' order by l.position)
          from quote_lines l where l.company_id = q.company_id and l.quote_id = q.id))
      from kept s
      join clients c on c.company_id = s.company_id and c.id = s.client_id
      join quotes q on q.company_id = s.company_id and q.id = s.quote_id
    )
    select count(*) as sales, max(kept_until) as kept_until from kept`.execute(trx);
  return blocked!;
}

/** Sales whose term is not over, each with its last day. */
function keptSales(companyId: number, sales: number[]) {
  return sql`(
    select * from (
      select t.*, make_date(extract(year from t.sold_at at time zone co.timezone)::int
        + ${sql.lit(commercialYears)}, 12, 31) as kept_until
      from ${idRows(sales, "int")} k
      cross join ${lookUp(sql`select * from sales where company_id = ${companyId} and id = k.id`)} t
      join companies co on co.id = t.company_id) d
    where d.kept_until >= current_date)`;
}

/** Removes blocked sales of all companies whose term is over. @returns whether there may be more */
export function removeUnblocked(trx: BareTrx): Promise<boolean> {
  const before = sql`current_date`;
  return removeOld(trx, { table: "blocked_records", column: "kept_until", before });
}
