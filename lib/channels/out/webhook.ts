import * as z from "zod";
import { fileRecord } from "@/lib/files/file.ts";

const headers = z.object({
  "webhook-id": z.uuid().meta({
    description: "The same on every attempt: what has come before is a repeat.",
  }),
  "webhook-timestamp": z.int().meta({
    description: "When the attempt was made, in seconds since 1970. Refuse what is minutes old.",
    examples: [1795168800],
  }),
  "webhook-signature": z.string().meta({
    description: "Standard Webhooks 1.0, keyed with the decoded bytes of the account's `whsec_…`.",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  }),
  "X-Service-Signature": z.string().meta({
    description:
      "`sha256=` and the lower-case hex HMAC-SHA256 of the body, keyed with the text of " +
      "the account's secret.",
    examples: ["sha256=5f2b7d0c7f6f1b1b7b0a2f8d6f7a9c1e3d5b7f9a1c3e5d7b9f1a3c5e7d9b1f3a"],
  }),
  "X-Service-Attempt": z.int().min(1).meta({ description: "Which attempt this is, from 1." }),
});

const person = z.object({
  id: z.string().nullable().meta({ description: "The customer's id in your program." }),
  name: z.string().nullable().meta({ description: "Name, as people read it." }),
  email: z.string().nullable().meta({ description: "E-mail address, such as `ana@example.com`." }),
  phone: z.string().nullable().meta({ description: "Phone number, as people write it." }),
});

/** The request that carries a message to a program, in the API's description. */
export const messageWebhook = {
  summary: "A member has written to a customer",
  description:
    "Posted to the account's `callback_url`, and repeated until a 2xx arrives: 7 attempts " +
    "in about 5 hours. The same message may come more than once, with the same `webhook-id`. A test " +
    'of the account posts `{"test": true, "channelId"}` instead.',
  headers,
  body: z.object({
    messageId: z.int().meta({ description: "Id of the message, for its receipts." }),
    channelId: z.int().meta({ description: "Id of the channel account that messages go by." }),
    to: person.meta({ description: "The customer that the message goes to." }),
    text: z.string().meta({ description: "The text; empty where there are only files." }),
    files: z.array(
      fileRecord.pick({ id: true, name: true, type: true, size: true }).extend({
        url: z.url().meta({ description: "Where it can be read, without a key, for an hour." }),
      }),
    ).meta({ description: "Files of the message, each with its address." }),
    sentBy: z.string().meta({ description: "Name of the member who wrote it." }),
  }).meta({ id: "OutgoingMessage" }),
  answers: {
    "2XX": "Taken, within 15 s: it is `sent`.",
    "410": "It is `failed` at once, and the account is not.",
    "422": "The same as 400: it is not repeated.",
    "429": "Later, please: `Retry-After` is honoured up to 24 hours.",
    "4XX": "Refused: it is tried again by the schedule. Redirects are not followed.",
    "5XX": "Failed: it is tried again by the schedule.",
  },
};
