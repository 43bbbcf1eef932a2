import * as z from "zod";
import { csvResponse } from "@/lib/http/csv.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importBodies, importLimits, importQuery } from "@/lib/records/import.ts";
import { wrongRowsFile } from "@/lib/reports/exports/import_files.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "The rows of a CSV file of clients that have errors",
    description: "A CSV file with the same columns, the rows that `preview` finds wrong, all of " +
      "them, and behind each its number and its errors. Nothing is stored.",
    query: importQuery,
    bodies: importBodies,
    asBytes: true,
    maxBytes: importLimits.bytes,
    returns: z.string(),
    mediaType: "text/csv",
    runWithoutTransaction: async ({ asMember, language, query, bytes }) =>
      csvResponse(await wrongRowsFile(asMember, "client", { ...query, bytes, language })),
  }),
});
