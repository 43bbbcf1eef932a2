import { clientRecord } from "@/lib/crm/clients/client.ts";
import { mergeClientInto } from "@/lib/records/merge.ts";
import { mergeClients } from "@/lib/crm/clients/merge_clients.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Merge a client into another that is the same",
    description: "Everything that belongs to it moves; blanks of the other are filled, and " +
      "remarks are joined. What both say differently stays as it is and stands in the history " +
      "with the other's value first. The merged one is " +
      "404 with `details.merged_into_id` from then on, and stays known by its addresses, " +
      "numbers and tax id; `/unmerge` undoes it for 30 days. The answer is the client that stays. " +
      "`details.current` and `details.into_current` of 409 `version_conflict` are the versions of " +
      "now.",
    params: idParams,
    body: mergeClientInto,
    returns: clientRecord,
    errors: ["tax_ids_differ", "version_conflict"],
    run: ({ trx, member, params, body }) => {
      const { into_id: intoId, allow_different_tax_ids: allowsDifferentTaxIds, ...versions } = body;
      return mergeClients(trx, member, params.id, { intoId, allowsDifferentTaxIds, ...versions });
    },
  }),
});
