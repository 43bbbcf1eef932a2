import { shownName } from "@/lib/values/shown_name.ts";
import { sql } from "kysely";
import { addAmounts } from "@/lib/input/amounts.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
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

/** Every figure above zero. */
async function readFigures(db: Db, tenant: Tenant, range: ReportRange) {
  const names = ["sold", "won", "lost", "open", "quote", "task_done", "task_open"] as const;
  const { rows } = await sql<Figure>`
    select f.assignee_id as user_id, case f.figure when 'sold' then 'sales' when 'quote' then f.key
        when 'task_done' then 'done' when 'task_open' then 'pending' else f.figure end as name,
      sum(f.n) as count, case f.figure when 'sold' then sum(f.amount) else 0 end as amount
    from ${keptFigures(tenant, names, piecesOf(range))}
    group by 1, 2, f.figure having sum(f.n) <> 0`.execute(db);
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
