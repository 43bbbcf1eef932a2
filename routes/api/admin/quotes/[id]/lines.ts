import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { lineRules, linesBody } from "@/lib/sales/quotes/quote_line.ts";
import { setLines } from "@/lib/sales/quotes/set_lines.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  PUT: asMember({
    summary: "Set a draft's lines as a whole, in order",
    description: "Lines of this quotation named by `id` stay and keep what is absent, lines that " +
      `are not named go. ${lineRules}`,
    params: idParams,
    body: linesBody,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => setLines(trx, member, params.id, body),
  }),
});
