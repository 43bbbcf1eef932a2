import * as z from "zod";
import { mayEnter } from "@/lib/access/may_enter.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { asGateway } from "@/lib/http/gateway/as_gateway.ts";
import * as field from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asGateway({
    summary: "Whether an address may sign in",
    description: "It belongs to a company, or to the one that is named. Without one, an " +
      "invitation that waits counts too: whoever has it answers it in the panel.",
    body: z.strictObject({
      // As tokens have them, and in ASCII before it is lower-cased.
      email: z.string().max(254).regex(/^[!-?A-~]+@[!-?A-~]+$/).toLowerCase(),
      company_id: field.id.optional(),
    }),
    returns: z.object({ may_enter: z.boolean() }),
    run: async ({ trx, body }) => ({
      may_enter: await mayEnter(trx, body.email, body.company_id),
    }),
  }),
});
