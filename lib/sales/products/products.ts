import type { Selectable } from "kysely";
import { recordActivities, recordChange } from "@/lib/records/activities.ts";
import { type Noun, restoreRecord, trashRecord } from "@/lib/records/trash.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import { type Actor, changeRecord, insertRecord, lockRecord } from "@/lib/records/records.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import {
  type ProductCreate,
  productList,
  type ProductPatch,
} from "@/lib/sales/products/product.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";
import { problem } from "@/lib/input/errors.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { listRecords } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";

/** A page of the company's catalog. */
export async function listProducts(db: Db, reader: Reader, query: ListQuery) {
  return await listRecords(db, reader, query, productListing(db));
}

export function productListing(db: Db) {
  const table = db.selectFrom("products as t");
  return { spec: productList, table, rows: table.selectAll("t"), show: toProduct };
}

/** The categories that live products have, by name. */
export async function listCategories(db: Db, { companyId }: Tenant): Promise<string[]> {
  const rows = await db.selectFrom("products").select("category").distinct()
    .where("company_id", "=", companyId).where("deleted_at", "is", null)
    .where("category", "is not", null).orderBy("category").limit(maxCategories)
    .$narrowType<{ category: string }>().execute();
  return rows.map(({ category }) => category);
}

const maxCategories = 200;

/** Names of products, also of those in the trash. */
export async function nameProducts(db: Db, { companyId }: Tenant, ids: readonly number[]) {
  return await db.selectFrom("products").select(["id", "name"])
    .where("company_id", "=", companyId).where("id", "in", ids).orderBy("name").execute();
}

/** Finds a live product, archived or not. @throws Problem not_found */
export async function findProduct(db: Db, { companyId }: Tenant, id: number) {
  const row = await db.selectFrom("products").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw problem("not_found");
  return toProduct(row);
}

/** Adds a product to the catalog. @throws Problem duplicate (sku) */
export async function createProduct(trx: Trx, actor: Actor, body: ProductCreate) {
  const tax_rate = body.tax_rate ?? (await companyTerms(trx, actor)).default_tax_rate;
  const row = await insertRecord(trx, "products", actor, { ...body, tax_rate });
  await recordActivities(trx, actor, [{ verb: "created", subject: { product_id: row.id } }]);
  return toProduct(row);
}

/**
 * Changes any of a product's fields; quotations keep what they were made with.
 * @throws Problem not_found, version_conflict, duplicate (sku)
 */
export async function changeProduct(trx: Trx, actor: Actor, id: number, patch: ProductPatch) {
  const { version, ...values } = patch;
  const find = () => findProduct(trx, actor, id);
  const before = await lockRecord(trx, "products", actor, id, { version, find });
  const { row, changes } = await changeRecord(trx, "products", actor, before, values);
  const subject = { product_id: id };
  if (changes.active && Object.keys(changes).length === 1) {
    const verb = row.active ? "unarchived" : "archived";
    await recordActivities(trx, actor, [{ verb, subject, changes }]);
  } else await recordChange(trx, actor, { subject, changes });
  return toProduct(row);
}

/** Trashes a product that no quotation has; archives (`active: false`) one that some do. */
export async function removeProduct(trx: Trx, actor: Actor, id: number) {
  const before = await lockRecord(trx, "products", actor, id);
  const used = await trx.selectFrom("quote_lines").select("id")
    .where("company_id", "=", actor.companyId).where("product_id", "=", id).limit(1)
    .executeTakeFirst();
  if (used) {
    if (!before.active) return toProduct(before);
    const { row, changes } = await changeRecord(trx, "products", actor, before, { active: false });
    const subject = { product_id: id };
    await recordActivities(trx, actor, [{ verb: "archived", subject, changes }]);
    return toProduct(row);
  }
  return await trashRecord(trx, trashed, actor, id);
}

/** Takes a product out of the trash. @throws Problem not_found, duplicate (sku) */
export async function restoreProduct(trx: Trx, actor: Actor, id: number) {
  return await restoreRecord(trx, trashed, actor, id);
}

const trashed: Noun<"products", Awaited<ReturnType<typeof findProduct>>> = {
  table: "products",
  find: findProduct,
  about: ({ id }) => ({ subject: { product_id: id } }),
};

const ofRow = recordMapper(productFields);

function toProduct(row: Selectable<Schema["products"]>) {
  return ofRow(row);
}
