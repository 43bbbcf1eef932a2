import * as z from "zod";
import { clientCreate, clientList, clientRecord } from "@/lib/crm/clients/client.ts";
import { createClient, listClients } from "@/lib/crm/clients/clients.ts";
import { endingWithRead } from "@/lib/db/pool/departure.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Clients, by name",
    description: "Those in the trash are left out, which `deleted=only` lists; so are merged ones.",
    query: listSchema(clientList),
    returns: z.array(clientRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listClients(endingWithRead(trx), member, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "File a client",
    description:
      "409 `duplicate` where another client has the `tax_id`. The same e-mail address or " +
      "phone is taken all the same: `/{id}/duplicates` finds such clients.",
    body: clientCreate,
    returns: clientRecord,
    status: 201,
    errors: ["duplicate", "limit_reached"],
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "client", services.config.bounds.recordsPerCompany);
      const client = await createClient(trx, member, body);
      return created(client, `/api/admin/clients/${client.id}`);
    },
  }),
});
