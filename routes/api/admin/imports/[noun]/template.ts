import * as z from "zod";
import { csvResponse } from "@/lib/http/text_file.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { templateFile } from "@/lib/views/imports/import_files.ts";
import { importParams } from "@/lib/views/imports/importables.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "An empty CSV file with the columns that an import knows",
    description: "In the member's language, as its spreadsheets write it.",
    params: importParams,
    returns: z.string(),
    mediaType: "text/csv",
    run: ({ member, language, params: { noun } }) =>
      csvResponse(templateFile(noun, member.language ?? language)),
  }),
});
