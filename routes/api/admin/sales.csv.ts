import * as z from "zod";
import { saleList } from "@/lib/sales/sales/sale.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { csvResponse } from "@/lib/http/text_file.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { exportSchema, type ListQuery } from "@/lib/input/list.ts";
import { exportDescription, exportList } from "@/lib/views/exports/export_list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The list of sales as a CSV file",
    description: exportDescription,
    query: exportSchema(saleList),
    deadlineMs: longMs,
    returns: z.string(),
    mediaType: "text/csv",
    runWithoutTransaction: async ({ query, language, asMember }) =>
      csvResponse(await exportList(asMember, "sale", query as ListQuery, { language })),
  }),
});
