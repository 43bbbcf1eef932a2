import * as z from "zod";
import { quoteStatuses, shareRecord } from "@/lib/sales/quotes/quote.ts";
import { quoteDocument } from "@/lib/sales/document/quote_document.ts";
import * as field from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";

/** A quotation's link, and what its holder reads and may do. */

/** The body of POST share; the link ends with the last day of `valid_until` unless told. */
export const shareBody = z.strictObject({ expires_at: field.instant.optional() })
  .default({}).meta({ id: "ShareBody" });
export type ShareBody = z.output<typeof shareBody>;

/** The link with its secret, which is shown this once. */
export const madeShare = z.object({
  ...shareRecord.shape,
  token: z.string(),
  url: z.url(),
}).meta({ id: "MadeQuoteShare" });

/** Path parameters of a link. */
export const linkParams = z.object({ token: z.string().max(100) });

export const acceptBody = z.strictObject({ name: text({ max: 200 }) })
  .meta({ id: "QuoteAcceptance" });
export const declineBody = z.strictObject({ reason: text({ max: 2000 }) })
  .meta({ id: "QuoteDeclining" });

/** A quotation as its client sees it. */
export const sharedQuote = z.object({
  number: z.string(),
  status: z.enum(quoteStatuses),
  valid_until: z.iso.date(),
  expired: z.boolean(),
  approved_at: z.iso.datetime().nullable(),
  approved_by_name: z.string().nullable(),
  rejected_at: z.iso.datetime().nullable(),
  document: quoteDocument.nullable().meta({
    description: "What was last sent; null while it is a draft and being worked on.",
  }),
}).meta({ id: "SharedQuote" });

/** What the API's description says of answers that browsers post as forms. */
export const formNote =
  "A form post is answered with 303 to the quotation's page, or with that page and what was " +
  "wrong; `Accept: application/json` asks for JSON. Nothing but the link is a credential here, so " +
  "a post that another site makes is taken like any.";
