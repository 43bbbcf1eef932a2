import * as z from "zod";
import { responseRecord } from "@/lib/notify/sending/notification_records.ts";

const headers = z.object({
  "webhook-id": z.uuid().meta({
    description: "Id of the response, the same on every attempt: what has come before is a repeat.",
  }),
  "webhook-timestamp": z.int().meta({
    description: "When the attempt was made, in seconds since 1970. Refuse what is minutes old.",
    examples: [1795168800],
  }),
  "webhook-signature": z.string().meta({
    description: "Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of " +
      "`<webhook-id>.<webhook-timestamp>.<body>`, keyed with the API key in raw format.",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  }),
  "X-Service-Signature": z.string().meta({
    description: "`sha256=` and the lower-case hex HMAC-SHA256 of the body, keyed with the API " +
      "key. It covers no time, so `webhook-signature` is the safer one to check.",
    examples: ["sha256=5f2b7d0c7f6f1b1b7b0a2f8d6f7a9c1e3d5b7f9a1c3e5d7b9f1a3c5e7d9b1f3a"],
  }),
  "X-Service-Attempt": z.int().min(1).meta({ description: "Which attempt this is, from 1." }),
});

export const responseWebhook = {
  summary: "A person has answered a notification",
  description: "Posted to the `callbackUrl` that the notification was sent with, and repeated " +
    "until a 2xx arrives: 12 attempts in about 76 hours. The same response may come more than " +
    "once. Check a signature over the exact bytes of the body before you read them.",
  headers,
  body: responseRecord,
  answers: {
    "2XX": "Received, within 15 s: it is not sent again.",
    "410": "Nothing more is wanted: this callback is given up.",
    "429": "Later, please: `Retry-After` is honoured up to 24 hours.",
    "4XX": "Refused: it is tried again by the schedule. Redirects are not followed.",
    "5XX": "Failed: it is tried again by the schedule.",
  },
};
