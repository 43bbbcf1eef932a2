import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { decideBody } from "@/lib/sales/approvals/approval_bodies.ts";
import { decideApproval } from "@/lib/sales/approvals/decide_approval.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Say whether a draft may be sent",
    description:
      "While its `approval` is `asked`: any member but the one who asked, who is told. " +
      "Once approved it is sent; where that fails it stays an approved draft, and they are told why.",
    params: idParams,
    body: decideBody,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition", "asked_by_you"],
    runWithoutTransaction: async ({ params, body, asMember, services }) => {
      const { id } = params;
      const companyId = await asMember(async ({ trx, member }) => {
        await decideApproval(trx, member, id, body, { via: "panel" });
        return member.companyId;
      });
      if (body.approved) await services.approvedQuotes.run({ companyId, quoteId: id });
      return await asMember(({ trx, member }) => findQuote(trx, member, id));
    },
  }),
});
