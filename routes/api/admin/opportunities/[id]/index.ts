import {
  changeOpportunity,
  findOpportunity,
  trashOpportunity,
  wrongOpportunity,
} from "@/lib/crm/opportunities/opportunities.ts";
import { opportunityPatch, opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read an opportunity",
    description: "One in the trash is 404 until it is restored.",
    params: idParams,
    returns: opportunityRecord,
    run: ({ trx, member, params }) => findOpportunity(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of an opportunity's fields",
    description: "The stage changes by `/move`, the status by `/win`, `/lose` and `/reopen`. " +
      "The client stays once there is a quotation: 409 `in_use`.",
    params: idParams,
    body: opportunityPatch,
    returns: opportunityRecord,
    errors: ["version_conflict", "in_use"],
    alsoWrong: ({ trx, member, body }) => wrongOpportunity(trx, member, body),
    run: ({ trx, member, params, body }) => changeOpportunity(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put an opportunity into the trash for 30 days",
    description: "Quotations, tasks and events of it stay. 409 `has_sale` while it has an active " +
      "sale.",
    params: idParams,
    returns: opportunityRecord,
    errors: ["has_sale"],
    run: ({ trx, member, params }) => trashOpportunity(trx, member, params.id),
  }),
});
