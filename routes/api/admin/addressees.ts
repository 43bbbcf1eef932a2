import * as z from "zod";
import { addresseeQuery, addresseeRecord } from "@/lib/access/addressee.ts";
import { findAddresseePage } from "@/lib/access/addressees.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta, metaOf } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Whom a notification can be sent to: members, and users with a phone",
    description: "Those with a phone come first. Any other user id can be sent to as well: the " +
      "notification waits until that user pairs a phone.",
    query: addresseeQuery,
    returns: z.array(addresseeRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, total } = await findAddresseePage(trx, member, query);
      return list(records, metaOf(query, total));
    },
  }),
});
