import * as z from "zod";
import { lineRecord, newLines, taxShare } from "@/lib/sales/quotes/quote_line.ts";
import {
  allowedVerbs,
  type QuoteStatus,
  quoteStatuses,
  type QuoteVerb,
} from "@/lib/sales/quotes/quote_states.ts";
import { problem } from "@/lib/input/errors.ts";
import * as field from "@/lib/input/fields.ts";
import { filterValues } from "@/lib/input/list.ts";
import type { NounList } from "@/lib/records/nouns.ts";
import { filled, inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** A quotation: what is offered to a client for an opportunity, and what may be done with it. */

export {
  allowedVerbs,
  isExpired,
  quoteBecomes,
  quoteCan,
  quoteStatuses,
  type QuoteVerb,
} from "@/lib/sales/quotes/quote_states.ts";

/** @throws Problem invalid_transition with what is allowed instead */
export function checkCan(verb: QuoteVerb, status: QuoteStatus): void {
  const allowed = allowedVerbs(status);
  if (!allowed.includes(verb)) throw problem("invalid_transition", { details: { allowed } });
}

/** @throws Problem validation_failed, naming the day that the caller gave */
export function checkDays(
  { issue_date, valid_until }: { issue_date: string; valid_until: string },
  given: { valid_until?: string },
): void {
  if (valid_until >= issue_date) return;
  const fields: Record<string, Text> = given.valid_until === undefined
    ? { issue_date: filled(inputWords.afterValidUntil, { day: valid_until }) }
    : { valid_until: filled(inputWords.beforeIssueDate, { day: issue_date }) };
  throw problem("validation_failed", { fields });
}
/** An offer of which no more days than these are left is about to lapse. */
export const expiringDays = 7;

const words = {
  title: field.optionalText(200),
  intro: field.optionalText(10_000),
  terms: field.optionalText(10_000),
  internal_note: field.optionalText(10_000),
  language: field.language.optional(),
  issue_date: field.day.optional(),
  valid_until: field.day.optional(),
};

export const quoteCreate = z.strictObject({
  opportunity_id: field.id,
  ...words,
  lines: newLines.optional(),
}).meta({ id: "QuoteCreate" });
export type QuoteCreate = z.output<typeof quoteCreate>;

export const quotePatch = z.strictObject({ ...words, version: field.version })
  .meta({ id: "QuotePatch" });
export type QuotePatch = z.output<typeof quotePatch>;

export const quoteApproval = z.strictObject({
  name: field.optionalText(200),
  version: field.version,
}).default({}).meta({ id: "QuoteApproval" });
export const quoteRejection = z.strictObject({
  reason: field.optionalText(2000),
  version: field.version,
}).default({}).meta({ id: "QuoteRejection" });

/** What may be changed once it is no draft; the rest is what the client has been shown. */
export const patchableWhen: Partial<Record<QuoteStatus, readonly (keyof QuotePatch)[]>> = {
  sent: ["internal_note", "valid_until"],
  approved: ["internal_note"],
  sold: ["internal_note"],
  rejected: ["internal_note"],
};

export const quoteSummary = z.object({
  ...field.recordFields,
  number: z.string(),
  revision: z.int().meta({ description: "How many times it was sent." }),
  status: z.enum(quoteStatuses),
  expired: z.boolean().meta({ description: "Sent, and `valid_until` has passed." }),
  opportunity: field.reference,
  client: field.reference,
  assignee: field.reference.nullable().meta({ description: "The opportunity's." }),
  sale: field.reference.nullable().meta({ description: "Named by its number." }),
  title: z.string().nullable(),
  language: field.language,
  currency: z.string(),
  issue_date: z.iso.date(),
  valid_until: z.iso.date(),
  net_total: z.number(),
  tax_total: z.number(),
  gross_total: z.number(),
  sent_at: z.iso.datetime().nullable(),
  approved_at: z.iso.datetime().nullable(),
  rejected_at: z.iso.datetime().nullable(),
  sold_at: z.iso.datetime().nullable(),
}).meta({ id: "QuoteSummary" });

/** A link that a client reads it by, without its secret. */
export const shareRecord = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  created_by: field.reference.nullable(),
  expires_at: z.iso.datetime().meta({
    description:
      "When it stops taking answers: the end of `valid_until`, or what was given where " +
      "that is later.",
  }),
  readable_until: z.iso.datetime().meta({
    description: "When it stops showing the quotation: 90 days after `expires_at`.",
  }),
  views: z.int(),
  last_viewed_at: z.iso.datetime().nullable(),
}).meta({ id: "QuoteShare" });

export const quoteRecord = z.object({
  ...quoteSummary.shape,
  intro: z.string().nullable(),
  terms: z.string().nullable(),
  internal_note: z.string().nullable(),
  approved_by_name: z.string().nullable(),
  approved_via: z.enum(["employee", "link"]).nullable(),
  rejection_reason: z.string().nullable(),
  tax_breakdown: z.array(taxShare),
  lines: z.array(lineRecord),
  share: shareRecord.nullable().meta({ description: "The newest of `shares`." }),
  shares: z.array(shareRecord).meta({ description: "Its live links, the newest first." }),
}).meta({ id: "Quote" });

export const quoteList: NounList = {
  words: "quote",
  sorts: {
    created_at: "t.created_at",
    issue_date: "t.issue_date",
    number: "t.number_key",
    status: "t.status",
    net_total: "t.net_total",
    gross_total: "t.gross_total",
    valid_until: "t.valid_until",
    sent_at: "t.sent_at",
  },
  defaultSort: "-created_at",
  filters: {
    status: { column: "t.status", value: z.enum(quoteStatuses) },
    opportunity_id: { column: "t.opportunity_id", value: filterValues.id },
    client_id: { column: "t.client_id", value: filterValues.id },
  },
  ranges: {
    issue_date: { column: "t.issue_date", value: "day" },
    valid_until: { column: "t.valid_until", value: "day" },
    created_at: { column: "t.created_at", value: "instant" },
    gross_total: { column: "t.gross_total", value: "number" },
    sent_at: { column: "t.sent_at", value: "instant" },
  },
  assignee: "opportunity.assignee_id",
  others: {
    expired: filterValues.flag.meta({ description: "Sent, and `valid_until` has passed." }),
    expiring: filterValues.flag.meta({
      description: `Sent, and \`valid_until\` is today or one of the next ${expiringDays} days.`,
    }),
    product_id: filterValues.ids.meta({ description: "Any of these products is on a line." }),
  },
  counted: { kind: "quote", by: { status: "status" } },
};
