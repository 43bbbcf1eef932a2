import { testRecord } from "@/lib/channels/accounts/account.ts";
import { findApp } from "@/lib/channels/meta/apps/apps.ts";
import { findCallableApp } from "@/lib/channels/meta/apps/find_app.ts";
import { tryApp } from "@/lib/channels/meta/apps/try_app.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Try a Meta app, step by step",
    description: "Its secret, whether Meta can reach the address, and what each object has heard.",
    params: idParams,
    returns: testRecord,
    errors: ["secrets_missing"],
    runWithoutTransaction: async ({ asMember, params, language, services }) => {
      const { publicUrl, callbackPorts: ports } = services.config;
      const { member, record } = await asMember(async ({ trx, member }) => ({
        member,
        record: await findApp(trx, { ...member, publicUrl }, params.id),
      }));
      const { secretCipher, database: { db }, graphNetwork: network, names } = services;
      const app = await findCallableApp(db, secretCipher, member, params.id);
      const { companyId } = member;
      return {
        steps: await tryApp(app, { record, companyId, network, names, ports, language }),
      };
    },
  }),
});
