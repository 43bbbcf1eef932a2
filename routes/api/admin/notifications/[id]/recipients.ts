import * as z from "zod";
import { listedRecipient, recipientQuery } from "@/lib/notify/sending/notification_list.ts";
import { findRecipientPage } from "@/lib/notify/sending/recipient_pages.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta, metaOf } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Whom a notification was sent to, with each one's state and answer",
    description: "In the order of the request.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    query: recipientQuery,
    returns: z.array(listedRecipient),
    meta: listMeta,
    errors: ["not_found"],
    run: async ({ trx, member, params, query }) => {
      const { records, total } = await findRecipientPage(trx, member, params.id, query);
      return list(records, metaOf(query, total));
    },
  }),
});
