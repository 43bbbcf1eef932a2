import * as z from "zod";
import { callbackQuery, callbackRecord } from "@/lib/notify/callbacks/callback.ts";
import { findCallbackPage } from "@/lib/notify/callbacks/callback_pages.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta, metaOf } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The callbacks of the company's answers, newest first",
    description: "Of all keys of the company and in every state; each one's attempts are read at " +
      "`/{id}`.",
    query: callbackQuery,
    returns: z.array(callbackRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, total } = await findCallbackPage(trx, member, query);
      return list(records, metaOf(query, total));
    },
  }),
});
