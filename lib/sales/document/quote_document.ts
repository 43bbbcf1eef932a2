import * as z from "zod";
import { lineRecord, taxShare } from "@/lib/sales/quotes/quote_line.ts";
import * as field from "@/lib/input/fields.ts";

/** A quotation as it was sent: whatever changes later, this is what the client was shown. */

const text = z.string().nullable();

const brand = z.object({
  name: z.string().meta({ description: "Name, as people read it." }),
  color: z.string().meta({ description: "Colour in the panel, as `#rrggbb` (hexadecimal RGB)." }),
  logo: text.meta({
    description: "Address of the logo, relative to this server; null without one.",
  }),
  legal_name: text.meta({ description: "Registered name, where it differs from `name`." }),
  tax_id: text.meta({ description: "Tax number (NIF, CIF, VAT id)." }),
  address: text.meta({ description: "Street and number of the postal address." }),
  country: z.string().meta({ description: "Country code of two letters (ISO 3166-1)." }),
  phone: text.meta({ description: "Phone number, as people write it." }),
  email: text.meta({ description: "E-mail address, such as `ana@example.com`." }),
  website: text.meta({ description: "Web site, an http or https link." }),
}).meta({ id: "Brand" });

export const quoteDocument = z.object({
  number: z.string().meta({ description: "Number of the quotation, as the client reads it." }),
  revision: z.int().meta({
    description: "Number of the revision: how many times the quotation was sent by then.",
  }),
  title: text.meta({ description: "What it is about, in a few words." }),
  intro: text.meta({ description: "Text that the client reads above the lines." }),
  terms: text.meta({ description: "Text below the totals: payment, delivery, guarantee." }),
  language: field.language.meta({
    description: "Language to write in, `es` or `en`; null where not known.",
  }),
  currency: z.string().meta({ description: "Currency code of three letters (ISO 4217)." }),
  tax_label: z.string().optional().meta({
    description: "What the tax is called; revisions that were sent before it was kept lack it.",
  }),
  issue_date: z.iso.date().meta({ description: "The day that the quotation bears." }),
  valid_until: z.iso.date().meta({
    description: "The last day that it can be accepted on by the link.",
  }),
  seller: brand.meta({ description: "The company, as it was when the quotation was sent." }),
  client: z.object({
    name: z.string().meta({ description: "Name, as people read it." }),
    legal_name: text.meta({ description: "Registered name, where it differs from `name`." }),
    tax_id: text.meta({ description: "Tax number (NIF, CIF, VAT id)." }),
    address: text.meta({ description: "Street and number of the postal address." }),
    postal_code: text.meta({
      description: "Postal code of the address, as the country writes it.",
    }),
    city: text.meta({ description: "Town or city of the address." }),
    region: text.meta({ description: "Province, state or region of the address." }),
    country: text.meta({ description: "Country code of two letters (ISO 3166-1)." }),
  }).meta({ description: "The client, as it was when the quotation was sent." }),
  lines: z.array(lineRecord.omit({ id: true, product_id: true, cost: true })).meta({
    description: "What is offered, in order.",
  }),
  net_total: z.number().meta({ description: "Sum of the lines before tax." }),
  tax_total: z.number().meta({ description: "Sum of all taxes, in the document's currency." }),
  gross_total: z.number().meta({ description: "Amount to pay: net sum and taxes." }),
  tax_breakdown: z.array(taxShare).meta({
    description: "Base and tax of each rate in the quotation.",
  }),
}).meta({ id: "QuoteDocument" });
export type QuoteDocument = z.output<typeof quoteDocument>;

export const quoteRevision = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  revision: z.int().meta({
    description: "Number of the revision: how many times the quotation was sent by then.",
  }),
  sent_at: z.iso.datetime().meta({ description: "Instant at which it was sent." }),
  sent_by: field.reference.nullable().meta({ description: "The user who sent it." }),
  net_total: z.number().meta({ description: "Sum of the lines before tax." }),
  tax_total: z.number().meta({ description: "Sum of all taxes, in the document's currency." }),
  gross_total: z.number().meta({ description: "Amount to pay: net sum and taxes." }),
  document: quoteDocument.meta({ description: "The quotation as the client was shown it." }),
}).meta({ id: "QuoteRevision" });
