import { confirmSale } from "@/lib/sales/sales/confirm_sale.ts";
import { confirmedSale } from "@/lib/sales/sales/sale.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";
import { saleWords } from "@/lib/words/sales.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Turn an approved quotation into a sale and its delivery tasks",
    description:
      "The opportunity becomes `won` and each line gets a task, all or nothing. However " +
      "often it is repeated there is one sale: a repeat answers 200 with it and `already: true`. " +
      "Cancelling a sale leaves its quotation sold, so a repeat after that makes no new sale " +
      "either: it answers with the cancelled one, `cancelled: true`, and says so in `message`. " +
      "Duplicate the quotation to sell it again. " +
      "Where the opportunity is in the way, `details.reason` is `opportunity_lost` or " +
      "`opportunity_trashed`.",
    params: idParams,
    body: versionBody,
    returns: confirmedSale,
    status: 201,
    also: { 200: "It had been confirmed before: the same sale" },
    errors: ["version_conflict", "invalid_transition"],
    run: async ({ trx, member, params, body, language }) => {
      const confirmed = await confirmSale(trx, member, params.id, body);
      const message = confirmed.cancelled ? saleWords.cancelledSince[language] : null;
      return reply({ ...confirmed, message }, {
        status: confirmed.already ? 200 : 201,
        headers: { Location: `/api/admin/sales/${confirmed.sale.id}` },
      });
    },
  }),
});
