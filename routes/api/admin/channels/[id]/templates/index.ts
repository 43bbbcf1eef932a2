import * as z from "zod";
import { templateRecord } from "@/lib/channels/meta/templates/template.ts";
import { listTemplates } from "@/lib/channels/meta/templates/templates.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "List the approved templates of a WhatsApp number",
    description: "As they were read last: daily, and when Meta tells of a change. Those that " +
      "Relevo cannot fill, such as carousels and codes, say so in `unsupported`. 404 for other " +
      "accounts.",
    params: idParams,
    returns: z.array(templateRecord),
    run: ({ trx, member, params }) => listTemplates(trx, member, params.id),
  }),
});
