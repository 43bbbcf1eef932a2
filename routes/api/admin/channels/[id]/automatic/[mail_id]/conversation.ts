import {
  automaticParams,
  conversationRecord,
  findConversation,
  makeConversation,
} from "@/lib/channels/in/automatic/automatic_mail.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Make an automatic mail a conversation: a person wrote it",
    description: "So are the sender's next mails, until `/channels/senders` forgets it. " +
      "409 once its bytes are gone, or where it is the company's own.",
    params: automaticParams,
    returns: conversationRecord,
    errors: ["invalid_transition"],
    runWithoutTransaction: async ({ asMember, params, services }) => {
      const { id, mail_id } = params;
      await asMember(({ trx, member }) => makeConversation(trx, member, id, mail_id));
      await services.reading.read(mail_id);
      return await asMember(({ trx, member }) => findConversation(trx, member, id, mail_id));
    },
  }),
});
