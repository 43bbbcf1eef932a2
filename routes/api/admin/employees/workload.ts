import * as z from "zod";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { readWorkload } from "@/lib/figures/workload.ts";
import { workloadRecord } from "@/lib/figures/workload_record.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What each employee has open",
    description: "One row for each employee, and a last one for what is nobody's.",
    returns: z.array(workloadRecord),
    run: ({ trx, member }) => readWorkload(trx, member),
  }),
});
