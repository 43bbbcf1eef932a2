/** Kept figures against the same calculated from the records. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { readReport } from "@/lib/figures/report.ts";
import type { ReportRange } from "@/lib/figures/report_record.ts";
import { readStats } from "@/lib/figures/stats.ts";
import { readTrends } from "@/lib/figures/trends.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import type { World } from "../../support/world.ts";
import {
  computeContacts,
  computeFunnel,
  computeMonths,
  computeOffers,
  computePeople,
  computePipeline,
  computeSales,
  computeTasks,
  type Reader,
} from "./computed.ts";

/** Compares all that is read of the kept figures, and each row with a new calculation. */
export async function assertKept(world: World, companyId: number, when: string): Promise<void> {
  await inCompany(world.services.database.db, companyId, async (trx) => {
    const now = new Date();
    const reader = await readerOf(trx, companyId);
    const today = dayIn(reader.timezone, now);
    const ranges: ReportRange[] = [
      { from: "2026-01-01", to: "2026-12-31" },
      { from: addDays(today, -45), to: today },
      { from: addDays(today, -20), to: addDays(today, -3) },
      { from: today, to: today },
      { from: addDays(today, -400), to: addDays(today, -30) },
    ];
    for (const range of ranges) await assertRange(trx, reader, range, when);
    await assertStats(trx, reader, now, when);
    await assertCells(trx, reader, when);
  });
}

export async function readerOf(db: Db, companyId: number): Promise<Reader> {
  const { timezone, currency } = await db.selectFrom("companies").select(["timezone", "currency"])
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  return { companyId, userId: 1, timezone, currency };
}

export async function assertRange(db: Db, reader: Reader, range: ReportRange, when: string) {
  const where = `${when}, ${range.from} to ${range.to}`;
  const span = { from: addDays(range.from, -40), to: range.to };
  const trends = await readTrends(db, reader, range, span);
  const outcomes = await computeMonths(db, reader, range, span);
  for (const outcome of ["sales", "created", "won", "lost"] as const) {
    const own = outcomes.filter((one) => one.outcome === outcome);
    assert.deepEqual(trends.totals[outcome], sum(own.filter((one) => one.is_within)), where);
    for (const month of trends.months) {
      const ofMonth = own.filter((one) => one.month === month.month);
      assert.deepEqual(month[outcome], sum(ofMonth), `${where}: ${outcome} of ${month.month}`);
      if (outcome !== "lost") continue;
      const reasons = month.lost_reasons.map(({ reason, count }) => `${reason} ${count}`);
      const expected = [...new Set(ofMonth.map(({ reason }) => reason))].map((reason) =>
        `${reason} ${sum(ofMonth.filter((one) => one.reason === reason)).count}`
      );
      assert.deepEqual(reasons.sort(), expected.sort(), where);
    }
  }
  assertFunnel(trends.funnel, await computeFunnel(db, reader, range), where);
  const report = await readReport(db, reader, range);
  const people = await computePeople(db, reader, range);
  for (const row of report.rows) {
    const of = (name: string) =>
      people.filter((one) => one.user_id === row.user_id && one.name === name);
    assert.deepEqual(row.sales, sum(of("sales")), where);
    for (const name of ["won", "lost", "open"] as const) {
      assert.equal(row.opportunities[name], sum(of(name)).count, `${where}: ${name}`);
    }
    for (const name of ["draft", "sent", "approved", "sold", "rejected"] as const) {
      assert.equal(row.quotes[name], sum(of(name)).count, `${where}: ${name}`);
    }
    for (const name of ["done", "pending"] as const) {
      assert.equal(row.tasks[name], sum(of(name)).count, `${where}: ${name}`);
    }
  }
  for (const { user_id } of people) assert.ok(report.rows.some((row) => row.user_id === user_id));
}

/** Medians are near the exact ones: their stays are kept by their widths. */
export function assertFunnel(
  funnel: Awaited<ReturnType<typeof computeFunnel>>,
  computed: Awaited<ReturnType<typeof computeFunnel>>,
  where: string,
) {
  const stages = funnel.stages.map((stage, at) => {
    const { median_days: exact } = computed.stages[at]!;
    const { median_days: near } = stage;
    assert.equal(near === null, exact === null, where);
    const isNear = Math.abs(near! - exact!) <= 0.1 + 0.3 * exact!;
    assert.ok(isNear, `${where}: a median of ${exact} days, not ${near}`);
    return { ...stage, median_days: exact };
  });
  assert.deepEqual({ ...funnel, stages }, computed, where);
}

async function assertStats(db: Db, reader: Reader, now: Date, when: string) {
  const { opportunities, sales, quotes, contacts, tasks } = await readStats(db, reader, now);
  const { sent_amount, expiring_7d, expired } = quotes;
  const offers = await computeOffers(db, reader, now);
  assert.deepEqual({ sent_amount, expiring_7d, expired }, offers, when);
  const { converted, unanswered_24h, by_mail } = contacts;
  const people = await computeContacts(db, reader, now);
  assert.deepEqual({ converted, unanswered_24h, by_mail }, people, when);
  const { overdue, due_today, mine } = tasks;
  assert.deepEqual({ overdue, due_today, mine }, await computeTasks(db, reader, now), when);
  const pipeline = await computePipeline(db, reader, now);
  const total = (name: "rotting" | "without_next_action" | "count") =>
    pipeline.reduce((all, row) => all + row[name], 0);
  assert.deepEqual(
    opportunities.by_stage.map(({ name: _name, ...row }) => row),
    pipeline.map(({ id, count, amount, weighted }) => ({ id, count, amount, weighted })),
    when,
  );
  assert.equal(opportunities.open, total("count"), when);
  assert.equal(opportunities.rotting, total("rotting"), when);
  assert.equal(opportunities.without_next_action, total("without_next_action"), when);
  assert.equal(opportunities.weighted_amount, pipeline[0]!.weighted_amount, when);
  assert.deepEqual(sales, await computeSales(db, reader, now), when);
}

interface Cell {
  span: string;
  day: string;
  figure: string;
  key: string;
  assignee_id: number | null;
  n: number;
  amount: number;
}

/** Compares days and months with what a new calculation makes of the records, and takes it back. */
async function assertCells(trx: Db, tenant: Tenant, when: string): Promise<void> {
  const { rows: stages } = await sql<{ id: number }>`
    select id from pipeline_stages where company_id = ${tenant.companyId}`.execute(trx);
  const ids = new Set(stages.map(({ id }) => id));
  const stored = await cellsOf(trx, tenant, ids);
  await sql`savepoint kept`.execute(trx);
  await sql`select relevo_fill_figures(${tenant.companyId})`.execute(trx);
  const anew = await cellsOf(trx, tenant, ids);
  await sql`rollback to savepoint kept`.execute(trx);
  assert.deepEqual(stored, anew, when);
}

async function cellsOf(db: Db, { companyId }: Tenant, stages: Set<number>): Promise<string[]> {
  const { rows } = await sql<Cell>`
    select s.span, case s.span when 'day' then f.day else date_trunc('month', f.day)::date end as day,
      figure, key, assignee_id, sum(n) as n, sum(amount) as amount
    from figures f join (values ('day'), ('month')) s (span) on f.span in ('new', s.span)
    where company_id = ${companyId} group by 1, 2, 3, 4, 5`.execute(db);
  const cells = new Map<string, { n: number; amount: number }>();
  for (const { span, day, figure, key, assignee_id, n, amount } of rows) {
    const name = liveKey(figure, key, stages);
    if (name === null) continue;
    const cell = [span, day, figure, name, assignee_id].join("|");
    const before = cells.get(cell) ?? { n: 0, amount: 0 };
    cells.set(cell, { n: before.n + n, amount: before.amount + amount });
  }
  return [...cells].filter(([, { n }]) => n !== 0)
    .map(([cell, { n, amount }]) => `${cell}: ${n}, ${Math.round(amount * 100)}`).sort();
}

/** A key without the ids of stages that were deleted; null if it is such a stage's own. */
function liveKey(figure: string, key: string, stages: Set<number>): string | null {
  const parts = key.split(" ");
  if (figure === "stay") return stages.has(Number(parts[0])) ? key : null;
  if (figure !== "cohort") return key;
  const been = parts[2]!.split(",").filter((id) => stages.has(Number(id)));
  return [parts[0], parts[1], been.join(",")].join(" ");
}

function sum(figures: { count: number; amount: number }[]) {
  return {
    count: figures.reduce((all, { count }) => all + count, 0),
    amount: figures.reduce((all, { amount }) => all + Math.round(amount * 100), 0) / 100,
  };
}
