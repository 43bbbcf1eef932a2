import { clientPatch, clientRecord } from "@/lib/crm/clients/client.ts";
import { changeClient, findClient, trashClient } from "@/lib/crm/clients/clients.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a client",
    description:
      "Of one that was merged into another, the 404 has `merged_into_id` in its details.",
    params: idParams,
    returns: clientRecord,
    run: ({ trx, member, params }) => findClient(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of a client's fields",
    description:
      "Fields that are absent stay as they are, null empties one. 409 `duplicate` where " +
      "another client has the `tax_id`.",
    params: idParams,
    body: clientPatch,
    returns: clientRecord,
    errors: ["version_conflict", "duplicate"],
    run: ({ trx, member, params, body }) => changeClient(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put a client into the trash for 30 days",
    description: "Not one with live business, which is 409 `in_use`: open opportunities, drafts " +
      "and sent or approved quotations on them, sales with unfinished deliveries. The details " +
      "have, by kind (`opportunities`, `quotes`, `sales`), the `count` and the newest `records`.",
    params: idParams,
    returns: clientRecord,
    errors: ["in_use"],
    run: ({ trx, member, params }) => trashClient(trx, member, params.id),
  }),
});
