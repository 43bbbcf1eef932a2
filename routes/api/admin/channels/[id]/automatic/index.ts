import * as z from "zod";
import {
  automaticQuery,
  automaticRecord,
  listAutomatic,
} from "@/lib/channels/in/automatic/automatic.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";
import { listMeta } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Mail of a mailbox that nobody sat down to write",
    description: "Mails that no person wrote, the newest first.",
    params: idParams,
    query: automaticQuery,
    returns: z.array(automaticRecord),
    meta: listMeta,
    run: async ({ trx, member, params, query }) => {
      const { records, meta } = await listAutomatic(trx, member, params.id, query);
      return list(records, meta);
    },
  }),
});
