import * as z from "zod";
import { stageCreate, stageRecord } from "@/lib/crm/stages/stage.ts";
import { createStage, listStages } from "@/lib/crm/stages/stages.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The company's pipeline stages in their order, all of them",
    description: "New opportunities begin in the first one.",
    returns: z.array(stageRecord),
    run: ({ trx, member }) => listStages(trx, member),
  }),
  POST: asMember({
    summary: "Add a stage after the last one",
    description: "409 `duplicate` where another stage has the name, whatever its case.",
    body: stageCreate,
    returns: stageRecord,
    status: 201,
    errors: ["duplicate"],
    run: async ({ trx, member, body }) => {
      const stage = await createStage(trx, member, body);
      return created(stage, `/api/admin/pipeline-stages/${stage.id}`);
    },
  }),
});
