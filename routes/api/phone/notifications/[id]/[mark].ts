import * as z from "zod";
import { markNotification, marks } from "@/lib/notify/inbox.ts";
import { phoneNotification } from "@/lib/notify/notification.ts";
import { asPhone } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { problem } from "@/lib/web/errors.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Report that the phone has shown it, or that the person opened it or waved it away",
    description: "The first report of each kind counts; a repeat changes nothing.",
    params: z.object({ id: z.uuid(), mark: z.enum(marks) }),
    returns: phoneNotification,
    errors: ["not_found"],
    run: async ({ trx, device, params, after, services }) => {
      const marked = await markNotification(trx, device, params.id, params.mark);
      if (!marked) throw problem("not_found");
      const { companyId, userId } = device;
      // The owner's other phones have no use for a delivery receipt.
      if (params.mark !== "delivered") after(() => services.live.publish([{ companyId, userId }]));
      return marked;
    },
  }),
});
