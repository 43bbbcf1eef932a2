import {
  messageParams,
  noteReceipt,
  receiptBody,
  receiptRecord,
} from "@/lib/channels/out/receipts.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asKeyHolder({
    scope: "channel",
    summary: "Say what became of a message that went out by a program",
    description:
      "States only move forward: a receipt that comes late, or twice, changes nothing. " +
      "One that did not go out by a program of the company is 404.",
    params: messageParams,
    body: receiptBody,
    returns: receiptRecord,
    run: async ({ trx, key, params, body, services }) => {
      const { isMoved, ...receipt } = await noteReceipt(trx, key, params.messageId, body);
      if (isMoved) {
        await services.channelHandlers.noteMoved(trx, key, [{ ...params, state: body.status }]);
      }
      return receipt;
    },
  }),
});
