import { accountRecord } from "@/lib/channels/accounts/account.ts";
import { pauseChannel } from "@/lib/channels/out/change_channel.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Pause a channel account",
    description: "What comes in is kept and read on resume; what is to go out waits.",
    params: idParams,
    returns: accountRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) =>
      pauseChannel(trx, { ...member, language }, params.id, "pause"),
  }),
});
