import { readStats } from "@/lib/figures/stats.ts";
import { statsRecord } from "@/lib/figures/stats_record.ts";
import { endingWithRead } from "@/lib/db/pool/departure.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The dashboard's indicators, as they are now",
    description: "Of the whole company; its days and months are those of its time zone.",
    returns: statsRecord,
    run: ({ trx, member }) => readStats(endingWithRead(trx), member),
  }),
});
