import { readStats } from "@/lib/reports/stats.ts";
import { statsRecord } from "@/lib/reports/stats_record.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The dashboard's indicators, as they are now",
    returns: statsRecord,
    run: ({ trx, member }) => readStats(trx, member),
  }),
});
