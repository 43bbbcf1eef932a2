import { clientPatch, clientRecord } from "@/lib/crm/clients/client.ts";
import { changeClient, findClient, trashClient } from "@/lib/crm/clients/clients.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a client",
    params: idParams,
    returns: clientRecord,
    run: ({ trx, member, params }) => findClient(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of a client's fields",
    params: idParams,
    body: clientPatch,
    returns: clientRecord,
    errors: ["version_conflict", "duplicate"],
    run: ({ trx, member, params, body }) => changeClient(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put a client into the bin for 30 days",
    params: idParams,
    returns: clientRecord,
    run: ({ trx, member, params }) => trashClient(trx, member, params.id),
  }),
});
