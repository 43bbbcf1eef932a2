import * as z from "zod";
import { lineRecord, newLines, taxShare } from "@/lib/sales/quotes/quote_line.ts";
import { allowedVerbs, type QuoteStatus, type QuoteVerb } from "@/lib/sales/quotes/quote_states.ts";
import { problem } from "@/lib/input/errors.ts";
import * as field from "@/lib/input/fields.ts";
import { filterValues, severalOf } from "@/lib/input/list.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import { quoteFields, quoteSummaryFields } from "@/lib/sales/quotes/fields.ts";
import { approvalRecord } from "@/lib/sales/quotes/approval/approval.ts";
import { approvalStates } from "@/lib/sales/quotes/approval/approval_states.ts";
import { quoteDelivery } from "@/lib/sales/quotes/quote_delivery.ts";
import { inputWords } from "@/lib/words/input.ts";
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
  values: { valid_until?: string },
): void {
  if (valid_until >= issue_date) return;
  const fields: Record<string, Text> = values.valid_until === undefined
    ? { issue_date: inputWords.afterValidUntil(valid_until) }
    : { valid_until: inputWords.beforeIssueDate(issue_date) };
  throw problem("validation_failed", { fields });
}
/** An offer of which no more days than these are left is about to lapse. */
export const expiringDays = 7;

export const quoteCreate = createSchema(quoteFields).extend({
  lines: newLines.optional().meta({ description: "What is offered, in order." }),
}).meta({ id: "QuoteCreate" });
export type QuoteCreate = z.output<typeof quoteCreate>;

export const quotePatch = patchSchema(quoteFields).meta({ id: "QuotePatch" });
export type QuotePatch = z.output<typeof quotePatch>;

export const quoteApproval = z.strictObject({
  name: field.optionalLine(200).meta({
    description: "Name of the person who accepted for the client.",
  }),
  version: field.version,
}).default({}).meta({ id: "QuoteApproval" });
export const quoteRejection = z.strictObject({
  reason: field.optionalText(2000).meta({ description: "Reason for declining, in a few words." }),
  version: field.version,
}).default({}).meta({ id: "QuoteRejection" });

/** Fields that may change after the draft; the client has been shown the others. */
export const patchableWhen: Partial<Record<QuoteStatus, readonly (keyof QuotePatch)[]>> = {
  sent: ["internal_note", "valid_until"],
  approved: ["internal_note"],
  sold: ["internal_note"],
  rejected: ["internal_note"],
};

const delivery = quoteDelivery.nullable().meta({ description: quoteFields.delivery.means });

const approval = approvalRecord.nullable().meta({ description: quoteFields.approval.means });

export const quoteSummary = recordSchema(quoteSummaryFields, { delivery, approval })
  .meta({ id: "QuoteSummary" });

/** A link that a client reads it by, without its secret. */
export const shareRecord = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  created_at: z.iso.datetime().meta({ description: "When the record was made." }),
  created_by: field.reference.nullable().meta({ description: "The member who made the link." }),
  expires_at: z.iso.datetime().meta({
    description:
      "When it stops taking answers: the end of `valid_until`, or what was given where " +
      "that is later.",
  }),
  readable_until: z.iso.datetime().meta({
    description: "When it stops showing the quotation: 90 days after `expires_at`.",
  }),
  views: z.int().meta({ description: "How often the client has opened it." }),
  last_viewed_at: z.iso.datetime().nullable().meta({
    description: "When the client last opened it; null where never.",
  }),
}).meta({ id: "QuoteShare" });

export const quoteRecord = recordSchema(quoteFields, {
  delivery,
  approval,
  tax_breakdown: z.array(taxShare),
}).extend({
  lines: z.array(lineRecord).meta({ description: "What is offered, in order." }),
  share: shareRecord.nullable().meta({ description: "The newest of the links in `shares`." }),
  shares: z.array(shareRecord).meta({ description: "Its live links, the newest first." }),
}).meta({ id: "Quote" });

export type QuoteRecord = z.output<typeof quoteRecord>;

export const quoteList = listOf(quoteFields, {
  words: "quote",
  defaultSort: "-created_at",
  assignee: "opportunity.assignee_id",
  others: {
    expired: filterValues.flag.meta({
      description: "Whether it is sent and `valid_until` has passed.",
    }),
    expiring: filterValues.flag.meta({
      description:
        `Only those sent whose \`valid_until\` is today or one of the next ${expiringDays} days.`,
    }),
    approval: severalOf(z.enum(approvalStates)).meta({
      description: "Only quotations whose internal `approval` is in this state.",
    }),
    approver_id: severalOf(z.union([z.enum(["me"]), filterValues.id])).meta({
      description: "Only quotations that wait for the approval of these members: ids, or `me`.",
    }),
    product_id: filterValues.ids.meta({
      description: "Only quotations with any of these products on a line.",
    }),
  },
  counted: { kind: "quote", by: { status: "status" } },
});
