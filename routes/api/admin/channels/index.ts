import * as z from "zod";
import { accountCreate, accountRecord, newAccountRecord } from "@/lib/channels/accounts/account.ts";
import { findAccount, listAccounts } from "@/lib/channels/accounts/accounts.ts";
import { createAccount } from "@/lib/channels/accounts/create_account.ts";
import { checkHost } from "@/lib/channels/accounts/check_host.ts";
import { checkServers } from "@/lib/channels/email/check_servers.ts";
import { listReachingAccounts } from "@/lib/crm/clients/reaching_accounts.ts";
import { isMetaKind } from "@/lib/channels/meta/account_settings.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { queryInteger } from "@/lib/input/input.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The company's channel accounts, by name",
    description:
      "All that were not deleted, 100 at most; with `client_id` those by which the client can be " +
      "written to.",
    query: z.strictObject({
      client_id: queryInteger({ min: 1, max: 2_147_483_647 }).optional().meta({
        description: "Leaves out programs that do not know this client.",
      }),
    }),
    returns: z.array(accountRecord),
    run: ({ trx, member, query: { client_id }, language }) => {
      const reader = { ...member, language };
      return client_id === undefined
        ? listAccounts(trx, reader)
        : listReachingAccounts(trx, reader, client_id);
    },
  }),
  POST: asMember({
    summary: "Connect a channel account",
    description:
      "A program needs an API key of the scope `channel` besides; its `secret` is shown this " +
      "once. WhatsApp, Instagram and Facebook are looked at with Meta at once: `state` and " +
      "`last_error` say what came of it, `POST /channels/:id/test` each step. 409 `secrets_missing` where the operator keeps no SECRETS_KEYS, " +
      "`duplicate` where a live account of the kind has the address, or one beneath the Meta app " +
      "has an id, `limit_reached` past 100.",
    body: accountCreate,
    returns: newAccountRecord,
    status: 201,
    errors: ["host_refused", "secrets_missing", "duplicate", "limit_reached"],
    runWithoutTransaction: async ({ asMember, body, language, services }) => {
      const { companyId } = await asMember(({ member }) => Promise.resolve(member));
      if (body.kind === "email") await checkServers(services, companyId, body.settings);
      if (body.kind === "program") {
        await checkHost(services, companyId, body.settings.callback_url);
      }
      const account = await asMember(({ trx, member }) =>
        createAccount(trx, { ...member, language }, body, services.secretCipher)
      );
      if (isMetaKind(body.kind)) {
        await services.metaAccounts.lookAfter({ companyId, id: account.id });
        const record = await asMember(({ trx, member }) =>
          findAccount(trx, { ...member, language }, account.id)
        );
        return created({ ...record, secret: null }, `/api/admin/channels/${account.id}`);
      }
      services.mailboxes.look(account.id);
      return created(account, `/api/admin/channels/${account.id}`);
    },
  }),
});
