import { messageRecord } from "@/lib/crm/contacts/message.ts";
import { messageFileParams, retryFile } from "@/lib/crm/contacts/conversation/meta/retry_file.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Fetch a message's file again",
    description:
      "One that was given up (`left_out_reason` says why). At once, with the schedule of " +
      "its tries begun anew; the file is `coming` until it is here, or given up again.",
    params: messageFileParams,
    returns: messageRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) => retryFile(trx, { ...member, language }, params),
  }),
});
