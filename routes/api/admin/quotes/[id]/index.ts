import { quotePatch, quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { changeQuote, findQuote, trashQuote } from "@/lib/sales/quotes/quotes.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a quotation with its lines",
    description:
      "Its live links are with it, without their secrets. One in the trash is 404 until it " +
      "is restored.",
    params: idParams,
    returns: quoteRecord,
    run: ({ trx, member, params }) => findQuote(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change a quotation's words and dates",
    description:
      "Once it is no draft only `internal_note` changes, and `valid_until` while sent. " +
      "`valid_until` is not before `issue_date`.",
    params: idParams,
    body: quotePatch,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => changeQuote(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put a draft that was never sent into the trash for 30 days",
    description: "Its number is not given again.",
    params: idParams,
    returns: quoteRecord,
    errors: ["in_use"],
    run: ({ trx, member, params }) => trashQuote(trx, member, params.id),
  }),
});
