import { type RawBuilder, sql } from "kysely";
import { addDays } from "@/lib/values/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { ReportRange } from "@/lib/figures/report_record.ts";

/**
 * Triggers keep `figures` by the company's days; their sums equal a calculation in the snapshot
 * (0074_figures.ts). Months that are whole are read by their months.
 */

type Name = Schema["figures"]["figure"];

export interface Piece extends ReportRange {
  span: "new" | "day" | "month";
}

/** The rows of the range: what is new, whole months, and the days before and after them. */
export function piecesOf({ from, to }: ReportRange): Piece[] {
  const first = from.endsWith("-01") ? from : monthAfter(from);
  const end = `${addDays(to, 1).slice(0, 7)}-01`;
  const pieces: Piece[] = first < end
    ? [
      { span: "month", from: first, to: addDays(end, -1) },
      { span: "day", from, to: addDays(first, -1) },
      { span: "day", from: end, to },
    ]
    : [{ span: "day", from, to }];
  return [{ span: "new" as const, from, to }, ...pieces].filter((piece) => piece.from <= piece.to);
}

function monthAfter(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
}

export const always: Piece[] = (["new", "month"] as const).map((span) => ({
  span,
  from: "-infinity",
  to: "infinity",
}));

/** A source `f` of the pieces' rows, each found by the index. */
export function keptFigures(
  { companyId }: Tenant,
  names: Name[],
  pieces: readonly Piece[],
): RawBuilder<unknown> {
  return sql`unnest(${names}::text[]) name (figure)
    cross join unnest(${pieces.map(({ span }) => span)}::text[],
      ${pieces.map(({ from }) => from)}::date[], ${pieces.map(({ to }) => to)}::date[])
      piece (span, first, last)
    cross join lateral (
      select k.figure, k.day, k.key, k.assignee_id, k.n, k.amount from figures k
      where k.company_id = ${companyId} and k.figure = name.figure and k.span = piece.span
        and k.day between piece.first and piece.last
      offset 0
    ) f`;
}

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
