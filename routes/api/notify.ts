import { responseWebhook } from "@/lib/notify/callbacks/webhook.ts";
import { checkCallbackUrl } from "@/lib/outbound/callback_url.ts";
import { checkFallback } from "@/lib/notify/sending/fallback/fallback_check.ts";
import { headerKey, keyHeader } from "@/lib/notify/sending/header_key.ts";
import { notifyRequest } from "@/lib/notify/sending/notification.ts";
import { receipt } from "@/lib/notify/sending/notification_records.ts";
import { findReceipt } from "@/lib/notify/sending/send.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { toReceiptReply } from "@/lib/http/envelope.ts";
import { problem } from "@/lib/input/errors.ts";
import { callbackUrlWords } from "@/lib/words/callback_url.ts";

export const handler = endpoint({
  POST: asKeyHolder({
    scope: "send",
    summary: "Send a notification to one or more users' phones",
    description: "Answers 202 once the notification is stored. A repeat with the same " +
      "`idempotencyKey` and body answers 200 with the first receipt, `duplicate: true` and the " +
      "header `Idempotent-Replayed: true`. Each API key has idempotency keys of its own.",
    headers: keyHeader,
    body: notifyRequest,
    asText: ["data"],
    returns: receipt,
    status: 202,
    also: { 200: "A repeat: the first receipt, with `duplicate: true`" },
    errors: ["idempotency_key_reused", "callback_url_refused"],
    webhooks: { response: responseWebhook },
    runWithoutTransaction: async ({ req, key, body: notification, services, inCompany }) => {
      const body = {
        ...notification,
        idempotencyKey: notification.idempotencyKey ?? headerKey(req),
      };
      const send = { request: body, keyId: key.id };
      if (body.callbackUrl !== undefined) {
        const { callbackAllow: allow, names, config: { callbackPorts: ports } } = services;
        const { companyId } = key;
        const options = { allow, ports, names, companyId };
        const checked = await checkCallbackUrl(body.callbackUrl, options);
        if (!checked.ok) {
          // A repeat gets its first receipt, even if the host now resolves elsewhere.
          const first = await inCompany((trx) => findReceipt(trx, key, send));
          if (first) return toReceiptReply(first);
          const fields = { callbackUrl: callbackUrlWords[checked.reason] };
          throw problem("callback_url_refused", { fields });
        }
      }
      if (body.fallback) {
        const first = await inCompany((trx) =>
          checkFallback(trx, key, send, services.fallbacks.canSend)
        );
        if (first) return toReceiptReply(first);
      }
      return toReceiptReply(await services.sendQueue.send(key, body));
    },
  }),
});
