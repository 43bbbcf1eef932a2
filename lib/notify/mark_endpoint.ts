import * as z from "zod";
import { type Mark, markNotification } from "@/lib/notify/inbox.ts";
import { phoneNotification } from "@/lib/notify/notification.ts";
import { asPhone } from "@/lib/web/doors.ts";
import { problem } from "@/lib/web/errors.ts";

/** The three receipts of a phone differ in nothing but the instant they fill. */
export function markWith(mark: Mark, summary: string) {
  return asPhone({
    summary,
    description: "The first report counts; a repeat changes nothing.",
    params: z.object({ id: z.uuid() }),
    returns: phoneNotification,
    errors: ["not_found"],
    run: async ({ trx, device, params, after, services }) => {
      const marked = await markNotification(trx, device, params.id, mark);
      if (!marked) throw problem("not_found");
      const { companyId, userId } = device;
      if (mark !== "delivered") after(() => services.live.publish([{ companyId, userId }]));
      return marked;
    },
  });
}
