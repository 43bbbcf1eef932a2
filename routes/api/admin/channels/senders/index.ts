import * as z from "zod";
import {
  listSenders,
  putSender,
  senderPut,
  senderQuery,
  senderRecord,
} from "@/lib/channels/in/author/mail_senders.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Senders of mail that members decided about",
    description: "Senders that members decided on, the latest decision first.",
    query: senderQuery,
    returns: z.array(senderRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listSenders(trx, member, query);
      return list(records, meta);
    },
  }),
  PUT: asMember({
    summary: "Say who writes the mails of an address",
    description: "For mails that are read from then on. The same address again is changed.",
    body: senderPut,
    returns: senderRecord,
    run: ({ trx, member, body }) => putSender(trx, member, body),
  }),
});
