import * as z from "zod";
import { listProblems, problemQuery, problemRecord } from "@/lib/channels/in/problems.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";
import { listMeta } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What a channel brought and could not be read, newest first",
    description: "Kept for 90 days, with the bytes as they came.",
    params: idParams,
    query: problemQuery,
    returns: z.array(problemRecord),
    meta: listMeta,
    run: async ({ trx, member, params, query, language }) => {
      const reader = { ...member, language };
      const { records, meta } = await listProblems(trx, reader, params.id, query);
      return list(records, meta);
    },
  }),
});
