import * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";

/** Slips in a draft that are worth a look before it is sent. None of them forbids sending. */

const warningCodes = ["zero_price", "below_cost", "same_line", "no_tax_id"] as const;

export const quoteWarning = z.object({
  code: z.enum(warningCodes).meta({
    description: "`same_line`: same words, unit, price and discount as a line above; quantities " +
      "may differ. `no_tax_id`: only in a company with `quotes_need_tax_id`.",
  }),
  line_id: z.int().nullable().meta({ description: "The line; null if it is about the client." }),
  position: z.int().nullable().meta({ description: "Position of the line, from 1." }),
  same_as: z.int().nullable().meta({ description: "Position of the first of the same lines." }),
  field: z.enum(["unit_price", "discount_percent", "name", "tax_id"]).meta({
    description: "The field to mend, of the line or of the client.",
  }),
  client_id: z.int().meta({ description: "Id of the client that it belongs to." }),
}).meta({ id: "QuoteWarning" });
export type QuoteWarning = z.output<typeof quoteWarning>;

interface PricedLine {
  id: number;
  position: number;
  name: string;
  description: string | null;
  unit: string | null;
  unit_price: number;
  discount_percent: number;
  /** Cost of the line's product, in the catalog. */
  cost: number | null;
}

/** Slips of one live quotation, line by line. Two statements. @throws Problem not_found */
export async function listWarnings(
  db: Db,
  { companyId }: Tenant,
  quoteId: number,
): Promise<QuoteWarning[]> {
  const quote = await db.selectFrom("quotes as q")
    .innerJoin(
      "clients as c",
      (join) => join.onRef("c.company_id", "=", "q.company_id").onRef("c.id", "=", "q.client_id"),
    )
    .innerJoin("companies as o", "o.id", "q.company_id")
    .select(["q.client_id", "c.tax_id", "o.quotes_need_tax_id"])
    .where("q.company_id", "=", companyId).where("q.id", "=", quoteId)
    .where("q.deleted_at", "is", null).executeTakeFirst();
  if (!quote) throw problem("not_found");
  const lines = await db.selectFrom("quote_lines as l")
    .leftJoin(
      "products as p",
      (join) => join.onRef("p.company_id", "=", "l.company_id").onRef("p.id", "=", "l.product_id"),
    )
    .select(["l.id", "l.position", "l.name", "l.description", "l.unit", "l.unit_price"])
    .select(["l.discount_percent", "p.cost"])
    .where("l.company_id", "=", companyId).where("l.quote_id", "=", quoteId)
    .orderBy("l.position").orderBy("l.id").execute();
  const isUntaxed = quote.quotes_need_tax_id && !quote.tax_id?.trim();
  return [
    ...warningsOf(lines),
    ...isUntaxed ? [{ ...nowhere, code: "no_tax_id", field: "tax_id" } as const] : [],
  ].map((warning) => ({ ...warning, client_id: quote.client_id }));
}

const nowhere = { line_id: null, position: null, same_as: null };

/** A line that costs nothing is not also called too cheap. */
function warningsOf(lines: readonly PricedLine[]): Omit<QuoteWarning, "client_id">[] {
  const first = new Map<string, number>();
  return lines.flatMap((line) => {
    const place = { line_id: line.id, position: line.position, same_as: null };
    const warnings: Omit<QuoteWarning, "client_id">[] = [];
    if (line.unit_price === 0) {
      warnings.push({ ...place, code: "zero_price", field: "unit_price" });
    } else if (line.cost !== null && priceOf(line) < line.cost) {
      // At full price it would not be too cheap: the discount is what to look at.
      const field = line.unit_price < line.cost ? "unit_price" : "discount_percent";
      warnings.push({ ...place, code: "below_cost", field });
    }
    const same_as = first.get(textOf(line));
    if (same_as === undefined) first.set(textOf(line), line.position);
    else warnings.push({ ...place, code: "same_line", field: "name", same_as });
    return warnings;
  });
}

/** Price of one unit after the discount; six decimals, so that 0.1 + 0.2 is 0.3. */
function priceOf({ unit_price, discount_percent }: PricedLine): number {
  return Number((unit_price * (100 - discount_percent) / 100).toFixed(6));
}

function textOf({ name, description, unit, unit_price, discount_percent }: PricedLine): string {
  const words = [name, description ?? "", unit ?? ""].map((text) =>
    text.trim().replace(/\s+/g, " ").toLowerCase()
  );
  return JSON.stringify([...words, unit_price, discount_percent]);
}
