import { type RawBuilder, sql } from "kysely";
import { addDays } from "@/lib/values/dates.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { ReportRange } from "@/lib/figures/report_record.ts";

/** Triggers keep `figures`; their sums equal a calculation in the snapshot (0074_figures.ts, 0078, 0082). */

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
  names: readonly Name[],
  pieces: readonly Piece[],
): RawBuilder<unknown> {
  return sql`unnest(${pieces.map(({ span }) => span)}::text[],
      ${pieces.map(({ from }) => from)}::date[], ${pieces.map(({ to }) => to)}::date[])
      piece (span, first, last)
    cross join lateral (
      select k.figure, k.day, k.key, k.assignee_id, k.n, k.amount from figures k
      where k.company_id = ${companyId} and k.figure = any (${names}::text[])
        and k.span = piece.span and k.day between piece.first and piece.last
      offset 0
    ) f`;
}
