import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import {
  attentionRecord,
  personOf,
  readAttention,
  writeAttention,
} from "@/lib/notify/attention/attention.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "Quiet hours and muted senders of this phone's user",
    description: "Of all the user's phones of the company; those that a program paired and those " +
      "that a member paired in the panel are apart.",
    returns: attentionRecord,
    run: ({ trx, device }) => readAttention(trx, personOf(device)),
  }),
  PUT: asPhone({
    summary: "Set quiet hours and muted senders",
    description: "No push leaves in quiet hours; at their end one tells of what is unread. Inbox " +
      "and stream are unchanged.",
    body: attentionRecord,
    returns: attentionRecord,
    run: ({ trx, device, body }) => writeAttention(trx, personOf(device), body),
  }),
});
