import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";
import { subscriptionBody, subscriptionRecord } from "@/lib/notify/push/subscription.ts";
import { linkSubscription, unlinkSubscription } from "@/lib/notify/push/subscriptions.ts";

export const handler = endpoint({
  PUT: asPhone({
    summary: "Push to this pairing by its browser's subscription",
    description: "Called once for each pairing of the browser, with the same subscription, and " +
      "again whenever the browser has a new one. The endpoint is an address of a known push " +
      "service. 409 `push_off` where this installation sends no push.",
    body: subscriptionBody,
    returns: subscriptionRecord,
    errors: ["push_off"],
    run: async ({ trx, device, body, services }) => {
      if (!services.push) throw problem("push_off");
      return await linkSubscription(trx, device, body, services.push.hosts);
    },
  }),
  DELETE: asPhone({
    summary: "Push nothing more to this pairing",
    description: "The subscription is forgotten with the last pairing that it serves.",
    returns: subscriptionRecord,
    run: ({ trx, device }) => unlinkSubscription(trx, device),
  }),
});
