import * as z from "zod";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { restoreRecords } from "@/lib/trash/restore_records.ts";
import { restoredRecord, trashRestore } from "@/lib/trash/trash_record.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take several records out of the trash",
    description: "Of any nouns, in one transaction and by the rules of " +
      "`POST /<noun>/<id>/restore`. One that cannot come back stays where it is, and the answer " +
      "says why: also where the company may not have more of them.",
    body: trashRestore,
    returns: z.array(restoredRecord),
    run: ({ trx, member, body, language, services }) =>
      restoreRecords(trx, member, body.records, {
        language,
        maxRecords: services.config.bounds.recordsPerCompany,
      }),
  }),
});
