import { confirmSale } from "@/lib/sales/confirm_sale.ts";
import { confirmedSale } from "@/lib/sales/sale.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { reply } from "@/lib/web/envelope.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Turn an approved quotation into a sale and its delivery tasks",
    description:
      "The opportunity becomes `won` and each line gets a task, all or nothing. However " +
      "often it is repeated there is one sale: a repeat answers 200 with it and `already: true`.",
    params: idParams,
    returns: confirmedSale,
    status: 201,
    also: { 200: "It had been confirmed before: the same sale" },
    errors: ["invalid_transition"],
    run: async ({ trx, member, params }) => {
      const confirmed = await confirmSale(trx, member, params.id);
      return reply(confirmed, {
        status: confirmed.already ? 200 : 201,
        headers: { Location: `/api/admin/sales/${confirmed.sale.id}` },
      });
    },
  }),
});
