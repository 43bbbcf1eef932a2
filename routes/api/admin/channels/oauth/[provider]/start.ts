import {
  beginBody,
  beginSignIn,
  begunRecord,
  oauthParams,
} from "@/lib/channels/email/oauth/begin.ts";
import { findMailbox } from "@/lib/channels/accounts/sign_in.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Begin to sign a mailbox in with its provider",
    description: "409 `oauth_missing` where the operator has not registered with the provider.",
    params: oauthParams,
    body: beginBody,
    returns: begunRecord,
    errors: ["oauth_missing", "secrets_missing"],
    run: async ({ trx, member, params, body, services }) => {
      if (body.channel_id) await findMailbox(trx, member, body.channel_id);
      return beginSignIn(services, member, params.provider, body);
    },
  }),
});
