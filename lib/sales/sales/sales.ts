import { sql } from "kysely";
import { joinRecord, withMember, withRequired } from "@/lib/records/joins.ts";
import { recordChange } from "@/lib/records/activities.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import { changeRecord, type LocalActor, lockRecord } from "@/lib/records/records.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { hasProduct } from "@/lib/sales/products/product_usage.ts";
import { promiseDeliveries } from "@/lib/sales/sales/delivery_tasks.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";
import { saleList, type SalePatch } from "@/lib/sales/sales/sale.ts";
import { problem } from "@/lib/input/errors.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { FirstPages } from "@/lib/records/listing/first_pages.ts";
import { listRecords, sumRecords } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";

export async function listSales(db: Db, reader: Reader, query: ListQuery) {
  return await listRecords(db, reader, query, saleListing(db, query));
}

const firstPages = new FirstPages();

export function saleListing(db: Db, { product_id }: ListQuery) {
  const table = db.selectFrom("sales as t").$call(joinRecord("opportunity"))
    .$if(
      product_id !== undefined,
      (query) => query.where(hasProduct("t.quote_id", product_id as number[])),
    );
  return {
    spec: saleList,
    table,
    get rows() {
      return saleRows(db);
    },
    show: toSale,
    firstPages,
  };
}

/** Sums of the whole list as it is filtered; what was cancelled counts nowhere. */
export async function sumSales(
  db: Db,
  reader: Reader,
  query: ListQuery,
): Promise<{ net: number; gross: number; cancelled: number }> {
  const active = sql`filter (where t.status = 'active')`;
  return await sumRecords(reader, query, saleListing(db, query), {
    net: sql`sum(t.net_total) ${active}`,
    gross: sql`sum(t.gross_total) ${active}`,
    cancelled: sql`count(*) filter (where t.status = 'cancelled')`,
  });
}

/** @throws Problem not_found */
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
  const find = () => findSale(trx, actor, id);
  const before = await lockRecord(trx, "sales", actor, id, { version, find });
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

function saleRows(db: Db) {
  return db.selectFrom("sales as t")
    .leftJoinLateral((eb) =>
      eb.selectFrom("tasks")
        .select([
          sql<number>`count(*)`.as("tasks"),
          sql<number>`count(*) filter (where tasks.status = 'done')`.as("done"),
        ])
        .whereRef("tasks.company_id", "=", "t.company_id").whereRef("tasks.sale_id", "=", "t.id")
        .where("tasks.kind", "=", "delivery").where("tasks.deleted_at", "is", null)
        .as("delivery"), (join) => join.onTrue())
    .selectAll("t").select(["delivery.tasks", "delivery.done"])
    .$call(withRequired("quote")).$call(withRequired("opportunity")).$call(withRequired("client"))
    .select(sql.ref<number | null>("opportunity.assignee_id").as("assignee_id"))
    .$call(withMember("assignee", "opportunity.assignee_id"));
}

type Row = Awaited<ReturnType<ReturnType<typeof saleRows>["execute"]>>[number];

const ofRow = recordMapper(saleFields);

function toSale(row: Row) {
  return ofRow({ ...row, delivery: { tasks: row.tasks ?? 0, done: row.done ?? 0 } });
}
