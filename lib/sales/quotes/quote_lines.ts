import { sql } from "kysely";
import { hasKey, keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { LineRecord, SettableLine } from "@/lib/sales/quotes/quote_line.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";
import { costOf } from "@/lib/sales/quotes/approval/figures.ts";
import { lineNet, maxAmount, totalsOf } from "@/lib/sales/quotes/totals.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** A line as it is written, before it has an id and a position. */
export type WrittenLine = Omit<LineRecord, "id" | "position" | "line_net"> & { id?: number };

export const lineColumns = [
  "id",
  "product_id",
  "position",
  "sku",
  "name",
  "description",
  "unit",
  "quantity",
  "unit_price",
  "discount_percent",
  "tax_rate",
  "line_net",
  "cost",
] as const;

export function listLines(db: Db, { companyId }: Tenant, quoteId: number): Promise<LineRecord[]> {
  return db.selectFrom("quote_lines").select(lineColumns)
    .where("company_id", "=", companyId).where("quote_id", "=", quoteId)
    .orderBy("position").orderBy("id").execute();
}

/**
 * The lines of the quotation `t`, for the statement that reads it: between two statements somebody
 * may save, and the totals of one state would stand above the lines of another.
 */
export function linesOf(db: Db) {
  const lines = db.selectFrom("quote_lines as line").select(lineColumns)
    .where("line.company_id", "=", sql.ref<number>("t.company_id"))
    .where("line.quote_id", "=", sql.ref<number>("t.id"))
    .orderBy("position").orderBy("id");
  return sql<LineRecord[]>`(select coalesce(json_agg(l), '[]') from (${lines}) as l)`;
}

/**
 * Completes given lines: by the line that is kept, else by the product.
 * @param options.path name of the lines in the error
 * @throws Problem validation_failed naming every wrong line
 */
export async function resolveLines(
  trx: Trx,
  tenant: Tenant,
  inputs: SettableLine[],
  { storedLines = [], path = "lines" }: { storedLines?: LineRecord[]; path?: string } = {},
): Promise<WrittenLine[]> {
  const products = await findProducts(trx, tenant, inputs);
  const lines = new Map(storedLines.map((line) => [line.id, line]));
  const { default_tax_rate, currency } = await companyTerms(trx, tenant);
  const wrong: Record<string, Text> = {};
  const resolved = inputs.map((line, at): WrittenLine => {
    const refuse = (field: string, text: Text) => wrong[`${path}.${at}.${field}`] ??= text;
    const stored = line.id === undefined ? undefined : lines.get(line.id);
    if (line.id !== undefined && !lines.delete(line.id)) refuse("id", inputWords.notALine);
    const product_id = line.product_id === undefined ? stored?.product_id ?? null : line.product_id;
    const same = stored && (product_id === null || product_id === stored.product_id);
    const source = same ? stored : products.get(product_id ?? 0);
    if (product_id !== null && !source) refuse("product_id", inputWords.notAProduct);
    if (product_id === null && !source && line.name === undefined) {
      refuse("name", inputWords.neededWithoutProduct);
    }
    if (product_id === null && !source && line.unit_price === undefined) {
      refuse("unit_price", inputWords.neededWithoutProduct);
    }
    const whole = {
      id: line.id,
      product_id,
      sku: line.sku === undefined ? source?.sku ?? null : line.sku,
      name: line.name ?? source?.name ?? "",
      description: line.description === undefined ? source?.description ?? null : line.description,
      unit: line.unit === undefined ? source?.unit ?? null : line.unit,
      quantity: line.quantity ?? stored?.quantity ?? 1,
      unit_price: line.unit_price ?? source?.unit_price ?? 0,
      discount_percent: line.discount_percent ?? stored?.discount_percent ?? 0,
      tax_rate: line.tax_rate ?? source?.tax_rate ?? default_tax_rate,
      cost: line.cost === undefined ? source?.cost ?? null : line.cost,
    };
    if (Math.max(lineNet(whole, currency), costOf([whole], currency)) > maxAmount) {
      refuse("quantity", inputWords.amountTooLarge);
    }
    return whole;
  });
  if (totalsOf(resolved, currency).gross_total > maxAmount) {
    wrong[path] ??= inputWords.amountTooLarge;
  }
  if (Object.keys(wrong).length > 0) throw problem("validation_failed", { fields: wrong });
  return resolved;
}

export async function insertLines(
  trx: Trx,
  { companyId }: Tenant,
  { id: quoteId, currency }: { id: number; currency: string },
  lines: WrittenLine[],
): Promise<void> {
  const rows = withPositions(lines, currency).filter(({ id }) => id === undefined)
    .map(({ id: _, ...line }) => ({ ...line, company_id: companyId, quote_id: quoteId }));
  if (rows.length > 0) await trx.insertInto("quote_lines").values(rows).execute();
}

/** Counts, on the products, that they were put on lines where they were not before. */
export async function countUsage(
  trx: Trx,
  { companyId }: Tenant,
  lines: WrittenLine[],
  before: WrittenLine[] = [],
): Promise<void> {
  const added = new Map<number, number>();
  for (const { product_id: id } of lines) if (id) added.set(id, (added.get(id) ?? 0) + 1);
  for (const { product_id: id } of before) {
    if (id && added.has(id)) added.set(id, added.get(id)! - 1);
  }
  const used = [...added].filter(([, count]) => count > 0).sort(([a], [b]) => a - b)
    .map(([id, count]) => ({ id, count }));
  if (used.length === 0) return;
  // Locked in the order of their ids, so that two quotations with the same products can wait.
  await sql`
    with used as materialized (
      select p.id, u.count from ${keyRows(used, { id: "int", count: "int" })} u cross join ${
    lookUp(sql`select id from products
        where company_id = ${companyId} and id = u.id for update`)
  } p)
    update products p set usage_count = p.usage_count + used.count, last_used_at = now()
    from used where p.company_id = ${companyId} and ${hasKey(["p.id"], ["used.id"])}`.execute(trx);
}

export async function updateLines(
  trx: Trx,
  { companyId }: Tenant,
  { id: quoteId, currency }: { id: number; currency: string },
  lines: WrittenLine[],
): Promise<void> {
  const rows = withPositions(lines, currency).filter(({ id }) => id !== undefined);
  if (rows.length === 0) return;
  await sql`
    update quote_lines l set product_id = v.product_id, position = v.position, sku = v.sku,
      name = v.name, description = v.description, unit = v.unit, quantity = v.quantity,
      unit_price = v.unit_price, discount_percent = v.discount_percent, tax_rate = v.tax_rate,
      line_net = v.line_net, cost = v.cost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id int, product_id int,
      position int, sku text, name text, description text, unit text, quantity numeric,
      unit_price numeric, discount_percent numeric, tax_rate numeric, line_net numeric, cost numeric)
    where l.company_id = ${companyId} and l.quote_id = ${quoteId} and l.id = v.id`.execute(trx);
}

export function withPositions(lines: WrittenLine[], currency: string) {
  const { line_nets } = totalsOf(lines, currency);
  return lines.map((line, at) => ({ ...line, position: at + 1, line_net: line_nets[at]! }));
}

async function findProducts(trx: Trx, { companyId }: Tenant, lines: SettableLine[]) {
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))];
  if (ids.length === 0) return new Map<number, never>();
  const rows = await trx.selectFrom("products")
    .select(["id", "sku", "name", "description", "unit", "unit_price", "tax_rate"])
    .select("cost")
    .where("company_id", "=", companyId).where("id", "in", ids)
    .where("active", "=", true).where("deleted_at", "is", null).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
