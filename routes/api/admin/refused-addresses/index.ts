import * as z from "zod";
import { refusedQuery, refusedRecord } from "@/lib/channels/email/refused_address.ts";
import { listRefused } from "@/lib/channels/email/refused_addresses.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "E-mail addresses that returned mail",
    description:
      "The latest first. A mail to one is 409 `address_refused` unless `despite_refusal` " +
      "says to send it. One goes from the list when mail comes from it, when five days after a " +
      "later mail nothing came back, or by DELETE.",
    query: refusedQuery,
    returns: z.array(refusedRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listRefused(trx, member, query);
      return list(records, meta);
    },
  }),
});
