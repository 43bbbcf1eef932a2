import * as z from "zod";
import { quoteStatuses, shareRecord } from "@/lib/sales/quotes/quote.ts";
import { quoteDocument } from "@/lib/sales/document/quote_document.ts";
import { entryRecord } from "@/lib/sales/sharing/entries.ts";
import * as field from "@/lib/input/fields.ts";
import { nameText, queryInteger, text } from "@/lib/input/input.ts";

/** A quotation's link, and what its holder reads and may do. */

export const shareBody = z.strictObject({
  expires_at: field.instant.optional().meta({
    description:
      "Until when this link takes an answer, where that is later than `valid_until`; in " +
      "the future, as the end of `valid_until` is without it.",
  }),
  version: field.version,
}).default({}).meta({ id: "ShareBody" });
export type ShareBody = z.output<typeof shareBody>;

/** The link with its secret, which is shown this once. */
export const madeShare = z.object({
  ...shareRecord.shape,
  token: z.string().meta({ description: "The secret part of the link. It is shown this once." }),
  url: z.url().meta({ description: "The link to give to the client." }),
}).meta({ id: "MadeQuoteShare" });

export const linkParams = z.object({
  token: z.string().max(100).meta({ description: "The secret part of the link." }),
});

export const shareQuery = z.strictObject({
  id: queryInteger({ min: 1, max: 2 ** 31 - 1 }).optional().meta({
    description: "Id of the link to revoke; without it all are.",
  }),
});

/** Forms send it as text. */
const revision = z.preprocess(
  (value) => typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value,
  z.int32().min(1),
).meta({ description: "`document.revision` as it was shown; another one is `quote_changed`." });

export const acceptBody = z.strictObject({
  name: nameText({ max: 200 }).meta({ description: "Name of the person who accepts." }),
  revision,
})
  .meta({ id: "QuoteAcceptance" });
export type Acceptance = z.output<typeof acceptBody>;
export const declineBody = z.strictObject({
  reason: text({ max: 2000 }).meta({ description: "Reason for declining, in a few words." }),
  revision,
})
  .meta({ id: "QuoteDeclining" });
export type Declining = z.output<typeof declineBody>;

export const questionBody = z.strictObject({
  question: text({ max: 2000 }).transform((value) => value.trim()).meta({
    description: "What the client wants to know.",
  }),
}).meta({ id: "QuoteQuestion" });
export type Question = z.output<typeof questionBody>;

export const sharedQuote = z.object({
  number: z.string().meta({ description: "Number of the record, unique in the company." }),
  status: z.enum(quoteStatuses).meta({
    description: "State of the quotation, as the client sees it.",
  }),
  valid_until: z.iso.date().meta({ description: "The last day on which it can be accepted." }),
  expired: z.boolean().meta({ description: "Whether it is sent and that day has passed." }),
  withdrawn: z.boolean().meta({
    description: "Whether it was withdrawn and can only be asked about.",
  }),
  approved_at: z.iso.datetime().nullable().meta({
    description: "Instant at which the client accepted it.",
  }),
  approved_by_name: z.string().nullable().meta({
    description: "Who accepted, by the name that was given.",
  }),
  rejected_at: z.iso.datetime().nullable().meta({
    description: "Instant at which the client declined it.",
  }),
  document: quoteDocument.nullable().meta({
    description: "What was last sent; null while it is being revised, and once withdrawn.",
  }),
  said: z.array(entryRecord).meta({
    description: "What was asked, answered and declined by the link before, the oldest first.",
  }),
}).meta({ id: "SharedQuote" });

export const answerNote =
  "Another revision than the one now offered is `quote_changed`, with `details.changes` against " +
  "the one that was shown. The same answer once more is answered as the first. After the last " +
  "day, and once withdrawn, it is `link_expired` with `details.reason`. A form post is answered " +
  "with 303 to the quotation's page, or with that page and what was wrong; `Accept: " +
  "application/json` asks for JSON. Nothing but the link is a credential here, so a post that " +
  "another site makes is taken like any.";
