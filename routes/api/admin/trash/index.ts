import * as z from "zod";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { listTrash } from "@/lib/trash/trash.ts";
import { trashedRecord, trashMeta, trashQuery } from "@/lib/trash/trash_record.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What is in the trash, of every noun",
    description: "What was trashed in the last 30 days, the newest first. " +
      "`POST /<noun>/<id>/restore` brings it back.",
    query: trashQuery,
    returns: z.array(trashedRecord),
    meta: trashMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listTrash(trx, member, query as ListQuery);
      return list(records, meta);
    },
  }),
});
