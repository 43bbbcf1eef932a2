import { clientRecord } from "@/lib/crm/clients/client.ts";
import { restoreClient } from "@/lib/crm/clients/clients.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a client out of the trash",
    description: "One that was merged comes back by an unmerge: 409 `invalid_transition`, with " +
      "`merged_into_id` in the details.",
    params: idParams,
    returns: clientRecord,
    errors: ["duplicate", "invalid_transition"],
    run: ({ trx, member, params }) => restoreClient(trx, member, params.id),
  }),
});
