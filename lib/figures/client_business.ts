import { type RawBuilder, sql } from "kysely";
import { dayIn } from "@/lib/values/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { hasLapsed } from "@/lib/sales/quotes/quotes.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Rows of each noun. */
const maxRows = 6;

const parts = ["opportunity", "quote", "sale", "task"] as const;
type Part = (typeof parts)[number];

interface Business {
  noun: Part;
  id: number;
  name: string;
  /** A quotation that has lapsed is `expired`. */
  status: string;
  /** Amount; null for a task. */
  amount: number | null;
  /** Due time of a task. */
  due_at: Date | null;
  total: number;
}

/**
 * A client's newest opportunities, quotations and sales, and its open tasks with the most urgent
 * first: 6 of each, and how many there are in all. One statement.
 */
export async function readBusiness(
  db: Db,
  { companyId, timezone }: Tenant & { timezone: string },
  clientId: number,
  now = currentTime(),
): Promise<Record<Part, { rows: Business[]; total: number }>> {
  const newest = sql`t.created_at desc, t.id desc`;
  const part = (
    noun: Part,
    { table, columns, where = sql`true`, order = newest }: Source,
  ) =>
    sql`(select ${sql.lit(noun)}::text as noun, t.id, ${columns}, count(*) over () as total
      from ${sql.table(table)} t
      where t.company_id = ${companyId} and t.client_id = ${clientId} and t.deleted_at is null
        and ${where}
      order by ${order} limit ${maxRows})`;
  const money = (name: string) =>
    sql`t.status::text as status, ${sql.ref(name)} as amount, null::timestamptz as due_at`;
  const today = dayIn(timezone, now);
  const { rows } = await sql<Business>`
    ${
    part("opportunity", {
      table: "opportunities",
      columns: sql`t.title as name, ${money("t.amount")}`,
    })
  } union all ${
    part("quote", {
      table: "quotes",
      columns: sql`concat_ws(' · ', t.number, t.title) as name,
        case when ${hasLapsed(today)} then 'expired' else t.status::text end as status,
        t.gross_total as amount, null::timestamptz as due_at`,
    })
  } union all ${
    part("sale", { table: "sales", columns: sql`t.number as name, ${money("t.gross_total")}` })
  } union all ${
    part("task", {
      table: "tasks",
      columns: sql`t.title as name, t.status::text as status, null::numeric as amount, t.due_at`,
      where: sql`t.status <> 'done'`,
      order: sql`t.due_at nulls last, t.id`,
    })
  }`.execute(db);
  const of = (noun: Part) => {
    const own = rows.filter((row) => row.noun === noun);
    return { rows: own, total: own[0]?.total ?? 0 };
  };
  return {
    opportunity: of("opportunity"),
    quote: of("quote"),
    sale: of("sale"),
    task: of("task"),
  };
}

interface Source {
  table: string;
  columns: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
  order?: RawBuilder<unknown>;
}
