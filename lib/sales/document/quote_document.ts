import * as z from "zod";
import { lineRecord, taxShare } from "@/lib/sales/quotes/quote_line.ts";
import * as field from "@/lib/input/fields.ts";

/** A quotation as it was sent: whatever changes later, this is what the client was shown. */

const text = z.string().nullable();

/** How a company presented itself. */
const brand = z.object({
  name: z.string(),
  color: z.string(),
  logo: text,
  legal_name: text,
  tax_id: text,
  address: text,
  country: z.string(),
  phone: text,
  email: text,
  website: text,
}).meta({ id: "Brand" });

export const quoteDocument = z.object({
  number: z.string(),
  revision: z.int(),
  title: text,
  intro: text,
  terms: text,
  language: field.language,
  currency: z.string(),
  tax_label: z.string().optional().meta({
    description: "What the tax is called; revisions that were sent before it was kept lack it.",
  }),
  issue_date: z.iso.date(),
  valid_until: z.iso.date(),
  seller: brand,
  client: z.object({
    name: z.string(),
    legal_name: text,
    tax_id: text,
    address: text,
    postal_code: text,
    city: text,
    region: text,
    country: text,
  }),
  lines: z.array(lineRecord.omit({ id: true, product_id: true })),
  net_total: z.number(),
  tax_total: z.number(),
  gross_total: z.number(),
  tax_breakdown: z.array(taxShare),
}).meta({ id: "QuoteDocument" });
export type QuoteDocument = z.output<typeof quoteDocument>;

/** One sending of a quotation. */
export const quoteRevision = z.object({
  id: z.int(),
  revision: z.int(),
  sent_at: z.iso.datetime(),
  sent_by: field.reference.nullable(),
  net_total: z.number(),
  tax_total: z.number(),
  gross_total: z.number(),
  document: quoteDocument,
}).meta({ id: "QuoteRevision" });
