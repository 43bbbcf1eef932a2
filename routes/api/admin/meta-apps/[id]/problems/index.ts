import * as z from "zod";
import { problemQuery, problemRecord } from "@/lib/channels/meta/apps/app.ts";
import { listAppProblems } from "@/lib/channels/meta/apps/problems.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";
import { listMeta } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What a Meta app's hook brought and no account could take, newest first",
    description: "Kept for 30 days after the last of its kind came.",
    params: idParams,
    query: problemQuery,
    returns: z.array(problemRecord),
    meta: listMeta,
    run: async ({ trx, member, params, query, language }) => {
      const reader = { ...member, language };
      const { records, meta } = await listAppProblems(trx, reader, params.id, query);
      return list(records, meta);
    },
  }),
});
