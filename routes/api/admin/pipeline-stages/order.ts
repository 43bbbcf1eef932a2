import * as z from "zod";
import { stageOrder, stageRecord } from "@/lib/crm/stage.ts";
import { orderStages } from "@/lib/crm/stages.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";

export const handler = endpoint({
  PUT: asMember({
    summary: "Put the stages in another order",
    description: "`ids` names every stage of the company once.",
    body: stageOrder,
    returns: z.array(stageRecord),
    run: ({ trx, member, body }) => orderStages(trx, member, body.ids),
  }),
});
