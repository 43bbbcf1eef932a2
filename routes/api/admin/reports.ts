import { readReport } from "@/lib/figures/report.ts";
import { reportQuery, reportRange, reportRecord } from "@/lib/figures/report_record.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What each employee did in a range of days",
    description: "This month unless said; five years at most.",
    query: reportQuery,
    deadlineMs: longMs,
    returns: reportRecord,
    errors: ["invalid_range"],
    run: ({ trx, member, query, services }) =>
      services.replica.read(
        member,
        trx,
        (db) => readReport(db, member, reportRange(query, member.timezone)),
      ),
  }),
});
