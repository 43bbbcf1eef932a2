import * as z from "zod";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpointsBy } from "@/lib/http/endpoint.ts";
import { csvResponse } from "@/lib/http/text_file.ts";
import { exportSchema, type ListQuery } from "@/lib/input/list.ts";
import { exportDescription, exportList, type Opening } from "@/lib/views/exports/export_list.ts";
import { listed, listedNouns } from "@/lib/views/listed.ts";
import { bySection, names } from "@/routes/api/admin/(_nouns)/nouns.ts";

export const handler = endpointsBy(
  "section",
  bySection(listedNouns, (noun) => ({
    GET: asMember({
      summary: `The list of ${names[noun].all} as a CSV file`,
      description: exportDescription,
      query: exportSchema(listed[noun].spec),
      deadlineMs: longMs,
      returns: z.string(),
      mediaType: "text/csv",
      runWithoutTransaction: async ({ query, language, asMember, services }) => {
        const read = services.replica.series();
        const open: Opening = (work) =>
          asMember(({ trx, member }) => read(member, trx, (db) => work({ trx: db, member })));
        return csvResponse(await exportList(open, noun, query as ListQuery, { language }));
      },
    }),
  })),
);
