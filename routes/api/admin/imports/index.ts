import * as z from "zod";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta } from "@/lib/input/list.ts";
import { pastImportQuery, pastImportRecord } from "@/lib/records/imports/past_import.ts";
import { listImports } from "@/lib/records/imports/past_imports.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Files that were imported",
    description: "Of all members, the newest first. Files that changed nothing are not among them.",
    query: pastImportQuery,
    returns: z.array(pastImportRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listImports(trx, member, query);
      return list(records, meta);
    },
  }),
});
