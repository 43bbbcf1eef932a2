import { shownName } from "@/lib/values/shown_name.ts";
import { sql } from "kysely";
import { addAmounts } from "@/lib/input/amounts.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { withinDays } from "@/lib/figures/day_range.ts";
import { keptFigures, piecesOf } from "@/lib/figures/days/figures.ts";
import {
  type ReportNumbers,
  type ReportRange,
  type ReportRow,
  unassigned,
} from "@/lib/figures/report_record.ts";
import type { Reader } from "@/lib/records/lists.ts";

/** Figures of each employee in the days of the range. Two statements. */
export async function readReport(
  db: Db,
  reader: Reader & { currency: string },
  range: ReportRange,
) {
  const people = await readPeople(db, reader);
  const figures = await readFigures(db, reader, range);
  const of = (id: number | null) => figures.filter(({ user_id }) => user_id === id);
  const rows: ReportRow[] = people
    .filter(({ user_id, gone }) => !gone || of(user_id).length > 0)
    .map(({ user_id, name, role }) => ({ user_id, name, role, ...numbersOf(of(user_id)) }));
  const nobodys = of(null);
  if (nobodys.length > 0) {
    rows.push({ user_id: null, name: unassigned, role: null, ...numbersOf(nobodys) });
  }
  const { timezone, currency } = reader;
  return { ...range, timezone, currency, rows, totals: numbersOf(figures) };
}

/** Reads present and former employees, by name. */
async function readPeople(db: Db, { companyId }: Tenant) {
  const people = await db.selectFrom("user_companies as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select([
      "m.user_id",
      "m.role",
      sql<string>`coalesce(${shownName("u", "m")}, u.email)`.as("name"),
    ])
    .select(sql<boolean>`m.disabled_at is not null`.as("gone"))
    .where("m.company_id", "=", companyId).execute();
  const { compare } = new Intl.Collator("es");
  return people.sort((a, b) => compare(a.name, b.name) || a.user_id - b.user_id);
}

type Outcomes = ReportNumbers["opportunities"];

/** Figure of one person, or of nobody; `amount` is of sales. */
interface Figure {
  user_id: number | null;
  name: "sales" | keyof (ReportNumbers["quotes"] & ReportNumbers["tasks"] & Outcomes);
  count: number;
  amount: number;
}

/** Every figure above zero: kept ones, and quotations and tasks by the indexes of their days. */
async function readFigures(db: Db, tenant: Reader, range: ReportRange) {
  const { companyId, timezone } = tenant;
  const within = withinDays(range, timezone);
  const live = sql`t.company_id = ${companyId} and t.deleted_at is null`;
  const { rows } = await sql<Figure>`
    select f.assignee_id as user_id, case f.figure when 'sold' then 'sales' else f.figure end as name,
        sum(f.n) as count, case f.figure when 'sold' then sum(f.amount) else 0 end as amount
      from ${keptFigures(tenant, ["sold", "won", "lost", "open"], piecesOf(range))}
      group by 1, f.figure having sum(f.n) <> 0
    union all select o.assignee_id, t.status, count(*), 0 from quotes t
      join opportunities o on o.company_id = t.company_id and o.id = t.opportunity_id
      where ${live} and t.issue_date between ${range.from}::date and ${range.to}::date
      group by 1, 2
    union all select t.assignee_id, 'done', count(*), 0 from tasks t
      where ${live} and t.status = 'done' and ${within("t.done_at")} group by 1
    union all select t.assignee_id, 'pending', count(*), 0 from tasks t
      where ${live} and t.status in ('pending', 'in_progress') and ${within("t.created_at")}
      group by 1`.execute(db);
  return rows;
}

/** The figures, of one person or of all, in their places. */
function numbersOf(figures: Figure[]): ReportNumbers {
  const count = (name: Figure["name"]) =>
    figures.reduce((sum, figure) => sum + (figure.name === name ? figure.count : 0), 0);
  return {
    sales: { count: count("sales"), amount: addAmounts(figures.map(({ amount }) => amount)) },
    quotes: {
      draft: count("draft"),
      sent: count("sent"),
      approved: count("approved"),
      sold: count("sold"),
      rejected: count("rejected"),
    },
    tasks: { done: count("done"), pending: count("pending") },
    opportunities: { won: count("won"), lost: count("lost"), open: count("open") },
  };
}
