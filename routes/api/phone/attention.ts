import { asPhone } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import {
  attentionBody,
  attentionRecord,
  personOf,
  readAttention,
  writeAttention,
} from "@/lib/notify/attention/attention.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "Quiet hours and muted senders of this phone's user",
    description:
      "Kept on the server, for all of the user's phones of the company. A phone that a " +
      "program paired and one that a member paired in the panel keep their own.",
    returns: attentionRecord,
    run: ({ trx, device }) => readAttention(trx, personOf(device)),
  }),
  PUT: asPhone({
    summary: "Set quiet hours and muted senders",
    description:
      "In quiet hours no push leaves; inbox and stream are unchanged. At their end, by " +
      "the clocks of `timezone`, one push tells of what is still unread. A browser with several " +
      "pairings calls it for each.",
    body: attentionBody,
    returns: attentionRecord,
    run: ({ trx, device, body }) => writeAttention(trx, personOf(device), body),
  }),
});
