import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, transact } from "@/lib/db/transaction.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { mostNamed, recordsShare } from "@/lib/status/growth.ts";

const lockMs = 5_000;
const largest = 20; // beside those that near their bound

/** Notes the size of each table, and the largest companies by their kept counts. */
export async function measureGrowth(db: Db, mostRecords: number): Promise<void> {
  const companies = await asWorker(db, async (trx) => {
    const { rows } = await sql`
      with counted as (
        select company_id, kind, sum(n) as rows from record_counts
        where kind = any(${Object.keys(nouns)}::text[]) group by 1, 2
        union all
        select company_id, 'notification', sum(n) from notification_counts group by 1
      ), ranked as (
        select *, row_number() over (order by rows desc, company_id, kind) as place from counted
      )
      select company_id as "companyId", rows::float8 as rows,
        coalesce(${tables}::json ->> kind, kind) as "table",
        kind <> 'notification' as "isBounded"
      from ranked
      where rows > 0 and (place <= ${largest}
        or (kind <> 'notification' and rows > ${recordsShare * mostRecords}::float8))
      order by place limit ${mostNamed}`.execute(trx);
    return rows;
  });
  await transact(db, async (trx) => {
    await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(trx);
    await sql`
      update growth set read_at = now(), most_records = ${mostRecords},
        companies = ${JSON.stringify(companies)}::jsonb,
        tables = (
          select coalesce(jsonb_agg(t order by t.bytes desc, t."table"), '[]') from (
            select c.relname as "table", pg_total_relation_size(c.oid) as bytes,
              greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid), 0) as rows
            from pg_class c
            where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
              and not c.relispartition
            union all
            select p.relname, sum(pg_total_relation_size(t.relid)),
              sum(greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid), 0))
            from pg_class p cross join lateral pg_partition_tree(p.oid) t
            join pg_class c on c.oid = t.relid
            where p.relnamespace = 'public'::regnamespace and p.relkind = 'p'
              and not p.relispartition and t.isleaf
            group by p.relname
            order by 2 desc, 1 limit ${mostNamed}
          ) t
        )`.execute(trx);
  });
}

const tables = JSON.stringify({
  ...Object.fromEntries(Object.entries(nouns).map(([noun, { table }]) => [noun, table])),
  notification: "notifications",
});
