import { changeOrSendQuotes } from "@/lib/sales/approvals/send_quotes.ts";
import { quoteBulk } from "@/lib/sales/quotes/bulk_quotes.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";
import { bulkCall } from "@/lib/records/bulk/bulk_noun.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many quotations at once, or take such a change back",
    description: bulkDescription +
      " Only drafts that were never sent can be trashed; the others are `in_use`. `send`, of at most " +
      "500, has no undo; those that need approval are skipped as `approval_needed`.",
    body: quoteBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ body, ...call }) => await changeOrSendQuotes(bulkCall(call), body),
  }),
});
