import { refusedRecord } from "@/lib/channels/email/refused_address.ts";
import { clearRefused } from "@/lib/channels/email/refused_addresses.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  DELETE: asMember({
    summary: "Forget that an address returned mail",
    description: "It is written to without a warning again.",
    params: idParams,
    returns: refusedRecord,
    run: ({ trx, member, params }) => clearRefused(trx, member, params.id),
  }),
});
