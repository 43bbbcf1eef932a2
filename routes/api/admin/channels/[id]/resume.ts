import { accountRecord } from "@/lib/channels/accounts/account.ts";
import { pauseChannel } from "@/lib/channels/out/change_channel.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Resume a paused channel account",
    description: "Reads what was kept meanwhile, and sends what waited.",
    params: idParams,
    returns: accountRecord,
    errors: ["invalid_transition"],
    runWithoutTransaction: async ({ asMember, params, language, services }) => {
      const account = await asMember(async ({ trx, member }) => ({
        ...await pauseChannel(trx, { ...member, language }, params.id, "resume"),
        companyId: member.companyId,
      }));
      const { companyId, ...record } = account;
      await services.reading.sweep(companyId);
      services.mailboxes.look(record.id);
      return record;
    },
  }),
});
