import { type RawBuilder, sql } from "kysely";
import type { Tenant } from "@/lib/db/transaction.ts";
import { keptFigures, piecesOf } from "@/lib/figures/days/figures.ts";
import type { ReportRange } from "@/lib/figures/report_record.ts";
import { medianOf } from "@/lib/figures/days/stays.ts";
import type { Trends } from "@/lib/figures/trends_record.ts";

/** A kept figure: of the stage itself where `figure` is `stage`, with its name as the key. */
interface Row {
  figure: "stage" | "cohort" | "stay";
  key: string;
  n: number;
  amount: number;
}

interface Cohort {
  status: string;
  stage: number;
  been: number[];
  count: number;
}

/** The kept figures of the opportunities created in the range. One statement. */
export function funnelOf(tenant: Tenant, range: ReportRange): RawBuilder<Row> {
  return sql<Row>`/* plan once: funnel */
    (select 'stage' as figure, name as key, id as n, "order" as amount from pipeline_stages
      where company_id = ${tenant.companyId} order by "order")
    union all
    select f.figure, f.key, sum(f.n), sum(f.amount)
    from ${keptFigures(tenant, ["cohort", "stay"], piecesOf(range))}
    group by 1, 2 having sum(f.n) <> 0`;
}

/**
 * Outcome of those opportunities. Won ones count as having reached every stage, also where a sale
 * was confirmed from an early one.
 */
export function toFunnel(rows: Row[]): Trends["funnel"] {
  const of = (figure: Row["figure"]) => rows.filter((row) => row.figure === figure);
  const stages = of("stage").sort((a, b) => a.amount - b.amount);
  const cohorts = of("cohort").map(toCohort);
  const stays = of("stay").map(({ key, n, amount }) => {
    const [stage, width] = key.split(" ").map(Number) as [number, number];
    return { stage, width, count: n, seconds: amount };
  });
  const place = new Map(stages.map(({ n: id }, at) => [id, at]));
  const furthest = cohorts.map(({ been }) => Math.max(...been.map((id) => place.get(id) ?? -1)));
  const count = (test: (cohort: Cohort, at: number) => boolean) =>
    cohorts.reduce((sum, cohort, at) => sum + (test(cohort, at) ? cohort.count : 0), 0);
  const won = count(({ status }) => status === "won");
  const reached = stages.map((_, at) =>
    count(({ status }, nth) => status === "won" || furthest[nth]! >= at)
  );
  return {
    created: count(() => true),
    won,
    stages: stages.map(({ n: id, key: name }, at) => {
      const advanced = reached[at + 1] ?? won;
      const median = medianOf(stays.filter(({ stage }) => stage === id));
      return {
        id,
        name,
        reached: reached[at]!,
        advanced,
        conversion: reached[at] ? Math.round(advanced / reached[at]! * 1000) / 10 : null,
        open: count(({ stage, status }) => stage === id && status === "open"),
        lost: count(({ stage, status }) => stage === id && status === "lost"),
        median_days: median === null ? null : Math.round(median / 8_640) / 10,
      };
    }),
  };
}

function toCohort({ key, n }: Row): Cohort {
  const [status, stage, been] = key.split(" ") as [string, string, string];
  return { status, stage: Number(stage), been: been.split(",").map(Number), count: n };
}
