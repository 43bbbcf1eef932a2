import {
  beginBody,
  beginSignIn,
  begunRecord,
  oauthParams,
} from "@/lib/channels/email/oauth/begin.ts";
import { findAccount } from "@/lib/channels/accounts/accounts.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Begin to sign a mailbox in with its provider",
    description: "409 `oauth_missing` where the operator has not registered with the provider.",
    params: oauthParams,
    body: beginBody,
    returns: begunRecord,
    errors: ["oauth_missing", "secrets_missing"],
    run: async ({ trx, member, params, body, language, services }) => {
      if (body.channel_id) await findAccount(trx, { ...member, language }, body.channel_id);
      return beginSignIn(services, member, params.provider, body);
    },
  }),
});
