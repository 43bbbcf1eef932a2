/** Invariants of opportunities, quotations, sales and their deliveries. */
import { sql } from "kysely";
import type { Invariant } from "@/lib/invariants/invariant.ts";

export const businessInvariants: Invariant[] = [
  {
    name: "an-open-stay-in-its-stage",
    table: "opportunities",
    faults: ({ companyId }) =>
      sql`
      select o.id::text from opportunities o left join (
        select opportunity_id, count(*) as n, max(to_stage_id) as stage_id
        from opportunity_stage_log where company_id = ${companyId} and left_at is null group by 1
      ) l on l.opportunity_id = o.id
      where o.company_id = ${companyId} and o.status = 'open' and o.deleted_at is null
        and (coalesce(l.n, 0) <> 1 or l.stage_id <> o.stage_id)`,
  },
  {
    name: "counters-above-numbers",
    table: "document_counters",
    faults: ({ companyId }) =>
      sql`
      select kind || ' ' || year as id from (
        select 'quote' as kind, number from quotes where company_id = ${companyId}
        union all select 'sale', number from sales where company_id = ${companyId}
      ) d cross join lateral (select substring(d.number from '([0-9]{4})-[0-9]+$')::int as year,
        substring(d.number from '[0-9]+$')::bigint as count) n
      left join document_counters c using (kind, year)
      where n.year is not null and (c.company_id is null or c.company_id = ${companyId})
      group by kind, year, c.last having max(n.count) > coalesce(c.last, 0)`,
  },
  {
    // Nobody deletes a sale but who erases a person.
    name: "numbers-without-gaps",
    table: "sales",
    faults: ({ companyId }) =>
      sql`
      select 'S-' || c.year || '-' || n as id
      from document_counters c cross join lateral generate_series(1, c.last) n
      where c.company_id = ${companyId} and c.kind = 'sale'
        and c.year >= extract(year from now()) - 1
        and (c.year, n) not in (
          select substring(number from '([0-9]{4})-[0-9]+$')::int,
            substring(number from '[0-9]+$')::int
          from sales where company_id = ${companyId} and number ~ '[0-9]{4}-[0-9]+$')
        and not exists (select from privacy_requests
          where company_id = ${companyId} and kind = 'erase' and outcome = 'done')`,
  },
  {
    name: "totals-are-those-of-the-lines",
    table: "quotes",
    faults: ({ companyId }) =>
      sql`
      select q.id::text from quotes q left join (
        select quote_id, sum(net) as net_total, sum(tax) as tax_total, bool_and(is_exact) as is_exact
        from (
          select l.quote_id, sum(l.line_net) as net,
            round(sum(l.line_net) * l.tax_rate / 100, relevo_decimals(min(q.currency))) as tax,
            bool_and(l.line_net = round(l.quantity * l.unit_price * (100 - l.discount_percent) / 100,
              relevo_decimals(q.currency))) as is_exact
          from quote_lines l join quotes q on q.company_id = l.company_id and q.id = l.quote_id
          where l.company_id = ${companyId} group by l.quote_id, l.tax_rate
        ) rates group by 1
      ) l on l.quote_id = q.id
      where q.company_id = ${companyId} and (q.net_total <> coalesce(l.net_total, 0)
        or q.tax_total <> coalesce(l.tax_total, 0) or q.gross_total <> q.net_total + q.tax_total
        or not coalesce(l.is_exact, true))`,
  },
  {
    name: "a-sale-says-what-its-quotation-says",
    table: "sales",
    faults: ({ companyId }) =>
      sql`
      select s.id::text from sales s
      join quotes q on q.company_id = s.company_id and q.id = s.quote_id
      where s.company_id = ${companyId} and (q.status <> 'sold'
        or (s.net_total, s.tax_total, s.gross_total, s.currency)
          is distinct from (q.net_total, q.tax_total, q.gross_total, q.currency))`,
  },
  {
    name: "a-sale-where-it-is-sold",
    table: "quotes",
    faults: ({ companyId }) =>
      sql`
      select q.id::text from quotes q
      where q.company_id = ${companyId} and q.status = 'sold' and not exists (
        select from sales s where s.company_id = q.company_id and s.quote_id = q.id)`,
  },
  {
    name: "deliveries-are-of-the-sales-lines",
    table: "tasks",
    faults: ({ companyId }) =>
      sql`
      select t.id::text from tasks t
      join quote_lines l on l.company_id = t.company_id and l.id = t.quote_line_id
      left join sales s on s.company_id = t.company_id and s.id = t.sale_id
      where t.company_id = ${companyId} and s.quote_id is distinct from l.quote_id`,
  },
];
