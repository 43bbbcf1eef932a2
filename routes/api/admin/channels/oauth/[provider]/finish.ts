import { accountRecord } from "@/lib/channels/accounts/account.ts";
import { finishBody, oauthParams } from "@/lib/channels/email/oauth/begin.ts";
import { finishSignIn } from "@/lib/channels/email/oauth/finish.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Connect the mailbox that was signed in",
    description: "By the member who began, in the same company. `oauth_refused`: the provider " +
      "gave no access; `details.said` is what it said.",
    params: oauthParams,
    body: finishBody,
    returns: accountRecord,
    errors: ["oauth_missing", "oauth_refused", "secrets_missing", "duplicate", "limit_reached"],
    runWithoutTransaction: async ({ asMember, params, body, language, services }) => {
      const account = await finishSignIn(
        services,
        params.provider,
        body,
        (work) => asMember(({ trx, member }) => work(trx, { ...member, language })),
      );
      services.mailboxes.look(account.id);
      return account;
    },
  }),
});
