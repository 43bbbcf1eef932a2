import * as z from "zod";
import {
  createOpportunity,
  listOpportunities,
  wrongOpportunity,
} from "@/lib/crm/opportunities/opportunities.ts";
import {
  opportunityCreate,
  opportunityList,
  opportunityRecord,
} from "@/lib/crm/opportunities/opportunity.ts";
import { endingWithRead } from "@/lib/db/pool/departure.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Opportunities, the newest first",
    description: "Open, won and lost ones; `/board` has the open ones by stage.",
    query: listSchema(opportunityList),
    returns: z.array(opportunityRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listOpportunities(
        endingWithRead(trx),
        member,
        query as ListQuery,
      );
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Open an opportunity for a client",
    description: "It begins on top of the first stage's column unless `stage_id` says another.",
    body: opportunityCreate,
    returns: opportunityRecord,
    status: 201,
    errors: ["limit_reached"],
    alsoWrong: ({ trx, member, body }) => wrongOpportunity(trx, member, body),
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "opportunity", services.config.bounds.recordsPerCompany);
      const opportunity = await createOpportunity(trx, member, body);
      return created(opportunity, `/api/admin/opportunities/${opportunity.id}`);
    },
  }),
});
