import { sql } from "kysely";
import { recordChange } from "@/lib/records/activities.ts";
import { changeRecord, type LocalActor, lockRecord, referenceTo } from "@/lib/records/records.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { promiseDeliveries } from "@/lib/sales/sales/deliveries.ts";
import { saleList, type SalePatch } from "@/lib/sales/sales/sale.ts";
import { problem } from "@/lib/input/errors.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { type Reader, readPage } from "@/lib/records/lists.ts";

/** A page of the company's sales; the assignee is the opportunity's. */
export async function listSales(db: Db, reader: Reader, asked: ListQuery) {
  const { rows, meta } = await readPage(db, reader, asked, {
    spec: saleList,
    table: saleTable(db),
    rows: saleRows(db),
  });
  return { records: rows.map(toSale), meta };
}

/** One sale. @throws Problem not_found */
export async function findSale(db: Db, { companyId }: Tenant, id: number) {
  const row = await saleRows(db).where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toSale(row);
}

/**
 * Changes what is promised and noted; open delivery tasks go along with the promised day.
 * @throws Problem not_found, version_conflict
 */
export async function changeSale(trx: Trx, actor: LocalActor, id: number, patch: SalePatch) {
  const { version, ...values } = patch;
  const before = await lockRecord(trx, "sales", actor, id, { version });
  const { changes } = await changeRecord(trx, "sales", actor, before, values);
  if (changes.promised_date && before.status === "active") {
    await promiseDeliveries(trx, actor, before, values.promised_date!);
  }
  await recordChange(trx, actor, {
    subject: { sale_id: id },
    clientId: before.client_id,
    changes,
  });
  return await findSale(trx, actor, id);
}

/** Planner's note: outer joins that nothing asks for cost a count nothing. */
function saleTable(db: Db) {
  return db.selectFrom("sales as t").leftJoin(
    "opportunities as opportunity",
    (join) =>
      join.onRef("opportunity.company_id", "=", "t.company_id")
        .onRef("opportunity.id", "=", "t.opportunity_id"),
  );
}

function saleRows(db: Db) {
  return saleTable(db)
    .leftJoin("users as assignee", "assignee.id", "opportunity.assignee_id")
    .leftJoin(
      "clients as client",
      (join) =>
        join.onRef("client.company_id", "=", "t.company_id").onRef("client.id", "=", "t.client_id"),
    )
    .leftJoin(
      "quotes as quote",
      (join) =>
        join.onRef("quote.company_id", "=", "t.company_id").onRef("quote.id", "=", "t.quote_id"),
    )
    .leftJoinLateral((eb) =>
      eb.selectFrom("tasks")
        .select([
          sql<number>`count(*)`.as("tasks"),
          sql<number>`count(*) filter (where tasks.status = 'done')`.as("done"),
        ])
        .whereRef("tasks.company_id", "=", "t.company_id").whereRef("tasks.sale_id", "=", "t.id")
        .where("tasks.kind", "=", "delivery").where("tasks.deleted_at", "is", null)
        .as("delivery"), (join) => join.onTrue())
    .selectAll("t")
    .select(["opportunity.title as opportunity_title", "opportunity.assignee_id"])
    .select(["assignee.name as assignee_name", "assignee.email as assignee_email"])
    .select(["client.name as client_name", "quote.number as quote_number"])
    .select(["delivery.tasks", "delivery.done"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof saleRows>["execute"]>>[number];

function toSale(row: Row) {
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    number: row.number,
    status: row.status,
    quote: { id: row.quote_id, name: row.quote_number },
    opportunity: { id: row.opportunity_id, name: row.opportunity_title },
    client: { id: row.client_id, name: row.client_name },
    assignee: referenceTo(row.assignee_id, row.assignee_name ?? row.assignee_email),
    currency: row.currency,
    net_total: row.net_total,
    tax_total: row.tax_total,
    gross_total: row.gross_total,
    sold_at: row.sold_at,
    promised_date: row.promised_date,
    cancelled_at: row.cancelled_at,
    cancel_reason: row.cancel_reason,
    notes: row.notes,
    delivery: { tasks: row.tasks ?? 0, done: row.done ?? 0 },
  };
}
