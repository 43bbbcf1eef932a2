import { accountPatch, accountRecord } from "@/lib/channels/accounts/account.ts";
import { findAccount } from "@/lib/channels/accounts/accounts.ts";
import { checkHost } from "@/lib/channels/accounts/check_host.ts";
import { changedServers, checkServers } from "@/lib/channels/email/check_servers.ts";
import { changeChannel, deleteChannel } from "@/lib/channels/out/change_channel.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionQuery } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a channel account",
    description: "A deleted one is 404.",
    params: idParams,
    returns: accountRecord,
    run: ({ trx, member, params, language }) =>
      findAccount(trx, { ...member, language }, params.id),
  }),
  PATCH: asMember({
    summary: "Change a channel account",
    description:
      "What waits goes to the new `callback_url`, or leaves by the new server. Another " +
      "access token is looked at with Meta at once; Meta's ids stay as they are.",
    params: idParams,
    body: accountPatch,
    returns: accountRecord,
    errors: ["host_refused", "version_conflict", "duplicate", "secrets_missing"],
    runWithoutTransaction: async ({ asMember, params, body, language, services }) => {
      const { companyId, settings } = await asMember(async ({ trx, member }) => {
        const { settings } = await findAccount(trx, { ...member, language }, params.id);
        return { companyId: member.companyId, settings };
      });
      await checkHost(services, companyId, body.settings?.callback_url);
      await checkServers(services, companyId, changedServers(settings, body.settings));
      const account = await asMember(({ trx, member }) =>
        changeChannel(trx, { ...member, language }, params.id, body, services.secretCipher)
      );
      if (body.secrets?.access_token !== undefined) {
        await services.metaAccounts.lookAfter({ companyId, id: account.id });
        return await asMember(({ trx, member }) =>
          findAccount(trx, { ...member, language }, account.id)
        );
      }
      services.mailboxes.look(account.id);
      return account;
    },
  }),
  DELETE: asMember({
    summary: "Delete a channel account",
    description:
      "For good. Its messages stay, those that wait to go out are cancelled, and what it " +
      "kept unread goes to the inbox.",
    params: idParams,
    query: versionQuery,
    returns: accountRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, query, language, services }) =>
      deleteChannel(trx, { ...member, language }, params.id, services.channelHandlers, query),
  }),
});
