import { sql } from "kysely";
import * as z from "zod";
import { listSchema } from "@/lib/input/list.ts";
import { type BulkBody, bulkSchema, bulkVerbs } from "@/lib/records/bulk/bulk.ts";
import type { BulkCall, BulkNoun, BulkVerb } from "@/lib/records/bulk/bulk_noun.ts";
import { tellOf } from "@/lib/records/bulk/change_many.ts";
import { runBulk, trash } from "@/lib/records/bulk/run_bulk.ts";
import { leaveTaken } from "@/lib/records/bulk/taken.ts";
import { productList } from "@/lib/sales/products/product.ts";
import { quotedAmong } from "@/lib/sales/products/product_usage.ts";
import { foldedSku } from "@/lib/sales/products/product_file.ts";
import { productListing } from "@/lib/sales/products/products.ts";

export const productBulk = bulkSchema(
  listSchema(productList),
  {
    archive: z.boolean().meta({
      description: "Takes them out of the catalog (`true`), or puts them back (`false`).",
    }),
    ...bulkVerbs.trash,
  },
  "ProductBulk",
);

export async function changeProducts(call: BulkCall, body: BulkBody) {
  return await runBulk(call, products, body);
}

const products: BulkNoun = {
  noun: "product",
  columns: ["active"],
  about: ({ id }) => ({ subject: { product_id: id } }),
  listing: ({ trx }) => productListing(trx),
  verbs: {
    archive: (_, archive: boolean) => ({ values: () => ({ active: !archive }) }),
    trash: trashUnused,
  },
  undo: (call) =>
    leaveTaken(call, "product", {
      field: "sku",
      same: sql`${sql.raw(foldedSku("other.sku"))} = ${sql.raw(foldedSku("t.sku"))}`,
    }),
};

/** Trashes unused products and archives those on quotations. */
function trashUnused(call: BulkCall): BulkVerb {
  const { trx, member } = call;
  let used = new Set<number>();
  return {
    async gather(rows) {
      used = await quotedAmong(trx, member, rows.map(({ id }) => id));
    },
    values: (row) => used.has(row.id) ? { active: false } : trash(call).values(row),
    tell: (row, changes) => changes.active ? { verb: "archived", changes } : tellOf(row, changes),
  };
}
