import * as z from "zod";
import { refreshTemplates } from "@/lib/channels/meta/connect/refresh_templates.ts";
import { templateRecord } from "@/lib/channels/meta/templates/template.ts";
import { listTemplates } from "@/lib/channels/meta/templates/templates.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Read the templates of a WhatsApp number from Meta again",
    description: "409 `meta_refused` with the reason where Meta does not give them: what was " +
      "read last stays.",
    params: idParams,
    returns: z.array(templateRecord),
    errors: ["secrets_missing", "meta_refused"],
    runWithoutTransaction: async ({ asMember, params: { id }, services }) => {
      const { companyId } = await asMember(async ({ trx, member }) => {
        await listTemplates(trx, member, id);
        return member;
      });
      await refreshTemplates(services, { companyId, id });
      return await asMember(({ trx, member }) => listTemplates(trx, member, id));
    },
  }),
});
