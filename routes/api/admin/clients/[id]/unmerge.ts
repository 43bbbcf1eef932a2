import { clientUnmerged } from "@/lib/crm/clients/client.ts";
import { unmergeClient } from "@/lib/crm/clients/unmerge_clients.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a merge of clients back",
    description: "Within 30 days; the client is the one that was merged into another. It comes " +
      "back with what the merge moved and nobody has moved since, its addresses and numbers " +
      "among it; blanks that it filled in the other are emptied where nobody changed them. The " +
      "answer says what stayed.",
    params: idParams,
    returns: clientUnmerged,
    errors: ["invalid_transition", "duplicate"],
    run: ({ trx, member, params }) => unmergeClient(trx, member, params.id),
  }),
});
