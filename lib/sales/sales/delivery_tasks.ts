import { type Selectable, sql } from "kysely";
import { cutText } from "@/lib/input/cut_text.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { choosePosition, stride } from "@/lib/records/position.ts";
import { taskRows, toTask } from "@/lib/crm/tasks/tasks.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { LocalActor } from "@/lib/records/records.ts";

/** The tasks by which a sale is delivered: one for each line of its quotation. */

type Sale = Selectable<Schema["sales"]>;

export async function listDeliveries(db: Db, { companyId }: Tenant, saleId: number) {
  const rows = await taskRows(db)
    .where("t.company_id", "=", companyId).where("t.sale_id", "=", saleId)
    .where("t.quote_line_id", "is not", null).where("t.deleted_at", "is", null)
    .orderBy("t.id").execute();
  return rows.map(toTask);
}

/** Creates a task for each line, for the opportunity's assignee, due after the lead time. */
export async function createDeliveries(
  trx: Trx,
  actor: LocalActor,
  sale: Sale,
  { assigneeId, language }: { assigneeId: number | null; language: "es" | "en" },
): Promise<{ id: number; title: string }[]> {
  const { companyId, userId, timezone } = actor;
  const lines = await trx.selectFrom("quote_lines as l")
    .leftJoin(
      "products as p",
      (join) => join.onRef("p.company_id", "=", "l.company_id").onRef("p.id", "=", "l.product_id"),
    )
    .select(["l.id", "l.name", "l.description", "l.quantity", "p.lead_time_days"])
    .where("l.company_id", "=", companyId).where("l.quote_id", "=", sale.quote_id)
    .orderBy("l.position").orderBy("l.id").execute();
  const sold = dayIn(timezone, sale.sold_at);
  const top = await choosePosition(trx, { table: "tasks", companyId, status: "pending" }, 0);
  const tasks = await trx.insertInto("tasks").values(lines.map((line, at) => ({
    company_id: companyId,
    created_by: userId,
    updated_by: userId,
    title: titleOf(line, language),
    description: line.description,
    kind: "delivery" as const,
    due_at: line.lead_time_days === null
      ? null
      : startOfDay(addDays(sold, line.lead_time_days), timezone),
    client_id: sale.client_id,
    opportunity_id: sale.opportunity_id,
    sale_id: sale.id,
    quote_line_id: line.id,
    assignee_id: assigneeId,
    position: top - (lines.length - 1 - at) * stride,
  }))).returning(["id", "title"]).execute();
  await recordActivities(
    trx,
    actor,
    tasks.map(({ id }) => ({
      verb: "created",
      subject: { task_id: id },
      clientId: sale.client_id,
    })),
  );
  return tasks;
}

/** Moves delivery tasks that are open, and due on no day of their own, to the day promised now. */
export async function promiseDeliveries(
  trx: Trx,
  actor: LocalActor,
  { id, client_id, promised_date: before }: Sale,
  after: string | null,
): Promise<void> {
  const { companyId, timezone } = actor;
  const due = after === null ? null : startOfDay(after, timezone);
  const moved = await trx.updateTable("tasks")
    .set({ due_at: due, due_all_day: true, version: sql`version + 1`, updated_at: sql`now()` })
    .set({ updated_by: actor.userId })
    .where("company_id", "=", companyId).where("sale_id", "=", id).where("kind", "=", "delivery")
    .where("status", "<>", "done").where("deleted_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("due_at", "is", null),
        ...(before === null ? [] : [eb("due_at", "=", startOfDay(before, timezone))]),
      ])
    ).returning("id").execute();
  await recordActivities(
    trx,
    actor,
    moved.map((task) => ({
      verb: "changed",
      subject: { task_id: task.id },
      clientId: client_id,
      changes: { due_at: [before, after] },
    })),
  );
}

export async function trashDeliveries(trx: Trx, actor: LocalActor, { id, client_id }: Sale) {
  const trashed = await trx.updateTable("tasks")
    .set({ deleted_at: sql`now()`, version: sql`version + 1`, updated_at: sql`now()` })
    .set({ updated_by: actor.userId })
    .where("company_id", "=", actor.companyId).where("sale_id", "=", id)
    .where("kind", "=", "delivery").where("status", "<>", "done").where("deleted_at", "is", null)
    .returning("id").execute();
  await recordActivities(
    trx,
    actor,
    trashed.map((task) => ({
      verb: "deleted",
      subject: { task_id: task.id },
      clientId: client_id,
    })),
  );
}

/** Title of a line's task: its name and quantity, in at most 200 characters. */
export function titleOf(
  { name, quantity }: { name: string; quantity: number },
  language: "es" | "en",
): string {
  const amount = new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: false })
    .format(quantity);
  const rest = ` × ${amount}`;
  return cutText(name, 200 - rest.length) + rest;
}

function startOfDay(day: string, timezone: string) {
  return sql<Date>`(${day}::date::timestamp at time zone ${timezone})`;
}
