import * as z from "zod";
import { problem } from "@/lib/input/errors.ts";
import { type ListQuery, listSchema } from "@/lib/input/list.ts";
import { type BulkBody, bulkSchema, bulkVerbs } from "@/lib/records/bulk/bulk.ts";
import type { BulkCall, BulkNoun, ChangedRow } from "@/lib/records/bulk/bulk_noun.ts";
import { runBulk, trash } from "@/lib/records/bulk/run_bulk.ts";
import { dropQuestions } from "@/lib/sales/quotes/approval/approvals.ts";
import { followQuotesOf } from "@/lib/sales/quotes/opportunity_amount.ts";
import { quoteList } from "@/lib/sales/quotes/quote.ts";
import { quoteListing } from "@/lib/sales/quotes/quotes.ts";

/** A quotation's assignee is its opportunity's, and each move asks for something of its own. */
const verbs = {
  ...bulkVerbs.trash,
  send: z.literal(true).meta({ description: "Sends drafts, without a message." }),
};
export const quoteBulk = bulkSchema(listSchema(quoteList), verbs, "QuoteBulk");

export async function changeQuotes(call: BulkCall, body: BulkBody) {
  return await runBulk(call, quotes, body);
}

export const quotes: BulkNoun = {
  noun: "quote",
  columns: ["status", "revision", "client_id", "opportunity_id"],
  about: ({ id, was }) => ({ subject: { quote_id: id }, clientId: was.client_id }),
  listing: ({ trx, member, now }, filter: ListQuery) => quoteListing(trx, member, filter, now),
  verbs: {
    trash: (call) => ({
      values(row) {
        if (row.was.status !== "draft" || row.was.revision > 0) throw problem("in_use");
        return trash(call).values(row);
      },
      async after(changed) {
        await dropQuestions(call.trx, call.member, changed.map(({ id }) => id));
        await following(call)(changed);
      },
    }),
  },
  undo: (call) => ({ after: following(call) }),
};

function following({ trx, member }: BulkCall) {
  return async (changed: ChangedRow[]) => {
    await followQuotesOf(trx, member, changed.map(({ was }) => was.opportunity_id));
  };
}
