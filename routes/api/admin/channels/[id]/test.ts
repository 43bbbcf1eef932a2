import { testRecord } from "@/lib/channels/accounts/account.ts";
import { tryAccount } from "@/lib/channels/checks/test_account.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Try a channel account, step by step",
    description: 'No message is made. A program is posted `{"test": true, "channelId"}`, signed ' +
      "like a message, and must answer 2xx. Of WhatsApp, Instagram and Facebook: whose the token " +
      "is and what it may do, the account's id, the subscription, which is made where it is " +
      "missing, a number's state, and its templates.",
    params: idParams,
    returns: testRecord,
    runWithoutTransaction: ({ asMember, params, language, services }) =>
      tryAccount(services, params.id, {
        language,
        open: (work) => asMember(({ trx, member }) => work(trx, member)),
      }),
  }),
});
