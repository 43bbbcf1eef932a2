import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";

const newRows = 100;

/**
 * Folds what is new into the rows of its days and months, in one statement, so that readers see
 * the rows either before or after. A company whose figures are made anew is passed over.
 */
export async function foldFigures(db: Db): Promise<void> {
  await asWorker(db, (trx) =>
    sql`
    with busy as materialized (
      select company_id from figures where span = 'new' group by 1 having count(*) > ${newRows}
    ), idle as materialized (
      select company_id from busy
      where pg_try_advisory_xact_lock(hashtextextended('figures of ' || company_id, 0))
    ), added as (
      delete from figures where ctid = any (array(
        select f.ctid from idle cross join lateral (
          select k.ctid from figures k where k.company_id = idle.company_id and k.span = 'new'
          offset 0) f))
      returning company_id, day, figure, key, assignee_id, n, amount
    ), parts as (
      select company_id, 'day' as span, day, figure, key, assignee_id, n, amount from added
      union all
      select company_id, 'month', date_trunc('month', day)::date, figure, key, assignee_id, n,
        amount from added
    ), replaced as (
      delete from figures where ctid = any (array(
        select f.ctid from (select distinct company_id, figure, span, day from parts) p
        cross join lateral (
          select k.ctid from figures k where k.company_id = p.company_id and k.figure = p.figure
            and k.span = p.span and k.day = p.day
          offset 0) f))
      returning company_id, span, day, figure, key, assignee_id, n, amount
    )
    insert into figures (company_id, span, day, figure, key, assignee_id, n, amount)
    select company_id, span, day, figure, key, assignee_id, sum(n), sum(amount)
    from (select * from parts union all
      select company_id, span, day, figure, key, assignee_id, n, amount from replaced) each
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 or sum(amount) <> 0`.execute(trx));
}
