import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { askBody } from "@/lib/sales/approvals/approval_bodies.ts";
import { askApproval, withdrawQuestion } from "@/lib/sales/approvals/ask_approval.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Ask a colleague whether a draft may be sent",
    description: "While its `approval` is `needed` or `refused`. It needs a line, and a " +
      "`valid_until` that has not passed.",
    params: idParams,
    body: askBody,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => askApproval(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Take back the question whether a draft may be sent",
    description: "Any member of the company may withdraw it.",
    params: idParams,
    returns: quoteRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => withdrawQuestion(trx, member, params.id),
  }),
});
