import {
  automaticParams,
  findAutomatic,
  openAutomatic,
  openedRecord,
} from "@/lib/channels/in/automatic/automatic_mail.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Open an automatic mail",
    description: "It is read again from its bytes, which are kept for 30 days.",
    params: automaticParams,
    returns: openedRecord,
    runWithoutTransaction: async ({ asMember, params, services }) => {
      const { id, mail_id } = params;
      const { companyId, row } = await asMember(async ({ trx, member }) => ({
        companyId: member.companyId,
        row: await findAutomatic(trx, member, id, mail_id),
      }));
      return await openAutomatic(row, { companyId, reader: services.mailReader });
    },
  }),
});
