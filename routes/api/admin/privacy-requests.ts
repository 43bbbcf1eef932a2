import * as z from "zod";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery } from "@/lib/input/list.ts";
import { requestQuery, requestRecord } from "@/lib/privacy/request.ts";
import { listRequests } from "@/lib/privacy/requests.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The log of what was exported and erased, the newest first",
    description: "Whose data it was, only the record's id says: the log keeps no names.",
    query: requestQuery,
    returns: z.array(requestRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listRequests(trx, member, query as unknown as ListQuery);
      return list(records, meta);
    },
  }),
});
