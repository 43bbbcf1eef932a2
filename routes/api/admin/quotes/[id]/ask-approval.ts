import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { askBody } from "@/lib/sales/approvals/approval_bodies.ts";
import { askApproval, withdrawQuestion } from "@/lib/sales/approvals/ask_approval.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Ask a colleague whether a draft may be sent",
    description: "For one whose `approval` is `needed` or `refused`, and that could be sent " +
      "otherwise. It comes to their phone with client, amount, discount and margin, and stands in " +
      "the panel. On yes it is sent as it is now; after any change it is asked about anew.",
    params: idParams,
    body: askBody,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => askApproval(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Take back the question whether a draft may be sent",
    description: "Any member may; it leaves the phone of whom it was asked.",
    params: idParams,
    returns: quoteRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => withdrawQuestion(trx, member, params.id),
  }),
});
