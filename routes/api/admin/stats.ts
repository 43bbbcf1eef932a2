import { readStats } from "@/lib/reports/stats.ts";
import { statsRecord } from "@/lib/reports/stats_record.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The dashboard's indicators, as they are now",
    returns: statsRecord,
    run: ({ trx, member }) => readStats(trx, member),
  }),
});
