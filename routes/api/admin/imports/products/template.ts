import * as z from "zod";
import { csvResponse } from "@/lib/http/text_file.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { templateFile } from "@/lib/views/exports/import_files.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "An empty CSV file with the columns that an import of products knows",
    description: "In the member's language, as its spreadsheets write it.",
    returns: z.string(),
    mediaType: "text/csv",
    run: ({ member, language }) =>
      csvResponse(templateFile("product", member.language ?? language)),
  }),
});
