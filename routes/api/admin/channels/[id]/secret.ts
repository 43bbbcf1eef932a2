import { newAccountRecord } from "@/lib/channels/accounts/account.ts";
import { renewSecret } from "@/lib/channels/accounts/accounts.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Give a program's account another secret",
    description: "Shown this once; the old one signs nothing more.",
    params: idParams,
    returns: newAccountRecord,
    status: 201,
    errors: ["secrets_missing"],
    run: async ({ trx, member, params, language, services }) => {
      const reader = { ...member, language };
      const account = await renewSecret(trx, reader, params.id, services.secretCipher);
      return created(account, `/api/admin/channels/${account.id}`);
    },
  }),
});
