import { testRecord } from "@/lib/channels/accounts/account.ts";
import { findApp } from "@/lib/channels/meta/apps/apps.ts";
import { findCallableApp } from "@/lib/channels/meta/apps/find_app.ts";
import { subscribeApp } from "@/lib/channels/meta/apps/subscribe_app.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Set a Meta app's hook at Meta",
    description:
      "Sets address, verify token and fields for WhatsApp, pages and Instagram, so that nothing " +
      "need be copied. Each is a step; one that Meta does not let be set so is to be set by hand.",
    params: idParams,
    returns: testRecord,
    errors: ["secrets_missing"],
    runWithoutTransaction: async ({ asMember, params, language, services }) => {
      const { publicUrl } = services.config;
      const { member, record } = await asMember(async ({ trx, member }) => ({
        member,
        record: await findApp(trx, { ...member, publicUrl }, params.id),
      }));
      const { secretCipher, database: { db }, graphNetwork: network } = services;
      const app = await findCallableApp(db, secretCipher, member, params.id);
      const { hook, verify_token: verifyToken } = record;
      return { steps: await subscribeApp(app, { hook, verifyToken, network, language }) };
    },
  }),
});
