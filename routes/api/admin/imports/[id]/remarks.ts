import * as z from "zod";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { csvResponse } from "@/lib/http/text_file.ts";
import { idParams } from "@/lib/input/fields.ts";
import { importUndoDays } from "@/lib/records/imports/import.ts";
import { pastRemarksFile } from "@/lib/views/imports/import_files.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The rows of a past import that came in with remarks",
    description: `As its file had them; behind each its number and what was remarked. For ` +
      `${importUndoDays} days, and without the records that are erased: then 404.`,
    params: idParams,
    deadlineMs: longMs,
    returns: z.string(),
    mediaType: "text/csv",
    errors: ["not_found"],
    run: async ({ trx, member, params, language }) =>
      csvResponse(await pastRemarksFile(trx, member, params.id, language)),
  }),
});
