import { forgetSender, senderRecord } from "@/lib/channels/in/author/mail_senders.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  DELETE: asMember({
    summary: "Forget what members decided about a sender",
    description: "Mails that are read from then on are judged by their head again.",
    params: idParams,
    returns: senderRecord,
    run: ({ trx, member, params }) => forgetSender(trx, member, params.id),
  }),
});
