import { clientRecord } from "@/lib/crm/client.ts";
import { restoreClient } from "@/lib/crm/clients.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a client out of the bin",
    params: idParams,
    returns: clientRecord,
    errors: ["duplicate"],
    run: ({ trx, member, params }) => restoreClient(trx, member, params.id),
  }),
});
