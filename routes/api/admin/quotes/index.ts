import * as z from "zod";
import { createQuote } from "@/lib/sales/quotes/create_quote.ts";
import { quoteCreate, quoteList, quoteRecord, quoteSummary } from "@/lib/sales/quotes/quote.ts";
import { lineRules } from "@/lib/sales/quotes/quote_line.ts";
import { listQuotes } from "@/lib/sales/quotes/quotes.ts";
import { endingWithRead } from "@/lib/db/pool/departure.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Quotations, the newest first",
    description: "Summaries in every state; texts and lines are read at `/{id}`.",
    query: listSchema(quoteList),
    returns: z.array(quoteSummary),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listQuotes(endingWithRead(trx), member, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Draft a quotation for an opportunity",
    description:
      `It gets the next number of its year. ${lineRules} \`valid_until\` is not before ` +
      "`issue_date`, today unless said.",
    body: quoteCreate,
    returns: quoteRecord,
    status: 201,
    errors: ["limit_reached"],
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "quote", services.config.bounds.recordsPerCompany);
      const quote = await createQuote(trx, member, body);
      return created(quote, `/api/admin/quotes/${quote.id}`);
    },
  }),
});
