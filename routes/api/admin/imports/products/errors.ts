import * as z from "zod";
import { longMs } from "@/lib/db/deadline.ts";
import { csvResponse } from "@/lib/http/csv.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importRequest } from "@/lib/records/imports/import.ts";
import { wrongRowsFile } from "@/lib/reports/exports/import_files.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "The rows of a CSV file of products that have errors",
    description: "All that `preview` finds wrong; behind each row its number and its errors.",
    ...importRequest,
    deadlineMs: longMs,
    returns: z.string(),
    mediaType: "text/csv",
    runWithoutTransaction: async ({ req, asMember, language, query, bytes, services }) =>
      csvResponse(
        await wrongRowsFile(asMember, "product", {
          ...query,
          bytes,
          language,
          importReader: services.importReader,
          signal: req.signal,
        }),
      ),
  }),
});
