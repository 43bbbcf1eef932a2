import * as z from "zod";
import { clientCreate, clientList, clientRecord } from "@/lib/crm/client.ts";
import { createClient, listClients } from "@/lib/crm/clients.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { created, list } from "@/lib/web/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/web/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Clients, by name",
    query: listSchema(clientList),
    returns: z.array(clientRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listClients(trx, member, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "File a client",
    body: clientCreate,
    returns: clientRecord,
    status: 201,
    errors: ["duplicate"],
    run: async ({ trx, member, body }) => {
      const client = await createClient(trx, member, body);
      return created(client, `/api/admin/clients/${client.id}`);
    },
  }),
});
