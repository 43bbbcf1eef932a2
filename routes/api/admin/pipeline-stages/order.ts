import * as z from "zod";
import { stageOrder, stageRecord } from "@/lib/crm/stages/stage.ts";
import { orderStages } from "@/lib/crm/stages/stages.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  PUT: asMember({
    summary: "Put the stages in another order",
    description: "`ids` names every stage of the company once.",
    body: stageOrder,
    returns: z.array(stageRecord),
    run: ({ trx, member, body }) => orderStages(trx, member, body.ids),
  }),
});
