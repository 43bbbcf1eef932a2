import { sql } from "kysely";
import { clientList } from "@/lib/crm/clients/client.ts";
import { clientListing } from "@/lib/crm/clients/clients.ts";
import { liveBusiness } from "@/lib/crm/clients/live_business.ts";
import { problem } from "@/lib/input/errors.ts";
import { listSchema } from "@/lib/input/list.ts";
import { type BulkBody, bulkSchema, bulkVerbs } from "@/lib/records/bulk/bulk.ts";
import type { BulkCall, BulkNoun, BulkVerb } from "@/lib/records/bulk/bulk_noun.ts";
import { assign, changeTags, runBulk, trash } from "@/lib/records/bulk/run_bulk.ts";
import { leaveTaken } from "@/lib/records/bulk/taken.ts";

export const clientBulk = bulkSchema(
  listSchema(clientList),
  { ...bulkVerbs.assign, ...bulkVerbs.tag, ...bulkVerbs.trash },
  "ClientBulk",
);

export async function changeClients(call: BulkCall, body: BulkBody) {
  return await runBulk(call, clients, body);
}

const clients: BulkNoun = {
  noun: "client",
  columns: ["assignee_id", "tags"],
  about: ({ id }) => ({ subject: { client_id: id }, clientId: id }),
  listing: ({ trx }) => clientListing(trx),
  verbs: { assignee_id: assign, tags: changeTags, trash: trashIdle },
  undo: (call) =>
    leaveTaken(call, "client", {
      field: "tax_id",
      same: sql`upper(other.tax_id) = upper(t.tax_id)`,
    }),
};

function trashIdle(call: BulkCall): BulkVerb {
  const { trx, member } = call;
  let busy: Awaited<ReturnType<typeof liveBusiness>>;
  return {
    async gather(rows) {
      busy = await liveBusiness(trx, member, rows.map(({ id }) => id));
    },
    values(row) {
      const details = busy.get(row.id);
      if (details) throw problem("in_use", { details });
      return trash(call).values(row);
    },
  };
}
