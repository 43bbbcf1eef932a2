import { addDays } from "@/lib/values/dates.ts";
import { titleOf } from "@/lib/sales/sales/delivery_tasks.ts";
import { type Book, happen, idOf, type Line, type Quote, type Sale, stamped } from "./book.ts";
import { daysBetween } from "./clock.ts";
import type { Path } from "./pipeline.ts";
import { setQuote } from "./quotes.ts";
import { type Employee, workerAt } from "./staff.ts";
import { planTask, type TaskPlan } from "./tasks.ts";

/** Plans the sale of an approved quotation, with a delivery task for each line. */
export function planSale(book: Book, quote: Quote, path: Path): Sale {
  const { random, clock } = book;
  const { opportunity } = quote;
  const { client, seller } = opportunity;
  const by = seller ?? workerAt(book.staff, random, path.ended);
  const at = clock.ago(path.ended);
  const { currency, net_total, tax_total, gross_total } = quote.row;
  const longest = Math.max(...quote.lines.map(({ product }) => product.row.lead_time_days ?? 0));
  const sale: Sale = {
    id: 0,
    quote,
    seller,
    row: {
      ...stamped(at, by),
      status: "active",
      currency,
      net_total,
      tax_total,
      gross_total,
      sold_at: at,
      promised_date: random.is(0.6) ? addDays(clock.dayAgo(path.ended), longest + 3) : null,
      cancelled_at: null,
      cancel_reason: null,
      notes: null,
    },
    refs: () => ({ quote_id: quote.id, opportunity_id: opportunity.id, client_id: client.id }),
  };
  book.sales.push(sale);
  setQuote(book, quote, { at, by, verb: "sold", values: { status: "sold", sold_at: at } });
  happen(book, { at, verb: "created", by, kind: "sale", record: sale, client });
  const ending = path.quote === "cancelled" ? cancel(book, sale, path, by) : null;
  for (const line of quote.lines) planDelivery(book, sale, line, { path, by, ending });
  return sale;
}

function cancel(book: Book, sale: Sale, { ended }: Path, by: Employee): number {
  const daysAgo = ended - Math.min(7, ended / 2);
  const at = book.clock.ago(daysAgo);
  const cancel_reason = "El cliente vende el piso y renuncia; se devuelve la señal.";
  Object.assign(sale.row, { status: "cancelled", cancelled_at: at, cancel_reason });
  happen(book, {
    at,
    verb: "cancelled",
    by,
    kind: "sale",
    record: sale,
    client: sale.quote.opportunity.client,
    changes: () => ({
      status: ["active", "cancelled"],
      cancelled_at: [null, at.toISOString()],
      cancel_reason: [null, cancel_reason],
    }),
  });
  return daysAgo;
}

interface Delivery {
  path: Path;
  by: Employee;
  /** Days since the sale was cancelled. */
  ending: number | null;
}

function planDelivery(book: Book, sale: Sale, line: Line, { path, by, ending }: Delivery) {
  const { clock } = book;
  const { quote, seller } = sale;
  const { client } = quote.opportunity;
  const lead = line.product.row.lead_time_days ?? null;
  const due = lead === null
    ? null
    : daysBetween(clock.today, addDays(clock.dayAgo(path.ended), lead));
  const state = ending === null ? progress(book, due, path.ended) : { status: "pending" as const };
  const task = planTask(book, {
    title: titleOf({ name: line.row.name!, quantity: line.row.quantity! }, "es"),
    description: line.row.description ?? null,
    kind: "delivery",
    created: path.ended,
    by,
    assignee: seller,
    due,
    client,
    refs: () => ({
      client_id: client.id,
      opportunity_id: quote.opportunity.id,
      sale_id: sale.id,
      quote_line_id: line.id,
    }),
    ...state,
  });
  if (ending === null) return handOver(book, task, path.ended, seller);
  const at = clock.ago(ending);
  happen(book, { at, verb: "deleted", by, kind: "task", record: task, client });
  task.row.deleted_at = at;
}

/** The person who delivers is often not the seller. */
function handOver(
  book: Book,
  task: ReturnType<typeof planTask>,
  sold: number,
  seller: Employee | null,
): void {
  const { random, clock, staff } = book;
  if (!seller || !random.is(0.45)) return;
  const taker = workerAt(staff, random, sold);
  if (taker === seller) return;
  task.row.assignee_id = idOf(taker);
  const change = [seller.userId, taker.userId] as [unknown, unknown];
  book.happenings.push({
    at: clock.ago(sold * 0.999),
    verb: "changed",
    by: seller,
    kind: "task",
    record: task,
    changes: () => ({ assignee_id: change }),
  });
}

/** Progress of a delivery: long past due is done, due soon is under way. */
function progress(
  { random }: Book,
  due: number | null,
  sold: number,
): Pick<TaskPlan, "status" | "done"> {
  const late = due === null ? sold - 20 : -due;
  const done = () => Math.min(sold * 0.95, Math.max(sold * 0.02, late + random.int(-2, 4)));
  if (late > 8) return random.is(0.97) ? { status: "done", done: done() } : { status: "pending" };
  if (late > 0) {
    if (random.is(0.6)) return { status: "done", done: done() };
    return { status: random.is(0.6) ? "in_progress" : "pending" };
  }
  return { status: late > -14 && random.is(0.45) ? "in_progress" : "pending" };
}
