import { messageIn, takenRecord } from "@/lib/channels/in/message_in.ts";
import { messageWebhook } from "@/lib/channels/out/webhook.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const maxBytes = 1_048_576;

export const handler = endpoint({
  POST: asKeyHolder({
    scope: "channel",
    summary: "Bring a customer's message to the inbox",
    description: "Answers 202 once it is stored. The customer is known by `from.id`, else by an " +
      "address or number that one contact alone has; else a new contact is made. A known " +
      "`externalId` of the account changes nothing and is `duplicate`. While the account is " +
      "paused the ids are null, and the message is read once it is resumed.",
    body: messageIn,
    maxBytes,
    returns: takenRecord,
    status: 202,
    webhooks: { message: messageWebhook },
    runWithoutTransaction: ({ key, body, services }) => {
      // One that is kept unread says when it was sent all the same.
      const message = { ...body, sentAt: body.sentAt ?? currentTime() };
      return services.intake.take(key, {
        message,
        body: new TextEncoder().encode(JSON.stringify(message)),
      });
    },
  }),
});
