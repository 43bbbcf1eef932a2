import * as z from "zod";
import { redeemEntryLink } from "@/lib/access/entry_links.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { asGateway } from "@/lib/http/gateway/as_gateway.ts";
import { problem } from "@/lib/input/errors.ts";
import * as field from "@/lib/input/fields.ts";

const redeemed = z.object({
  email: z.string(),
  company_id: z.int(),
  company: z.string(),
  language: field.language,
  expires_at: z.iso.datetime(),
  adds_credential: z.boolean(),
  recover: z.boolean(),
});

export const handler = endpoint({
  POST: asGateway({
    summary: "Read an entry link, or use it up",
    description: "Every link that does not hold has the same answer.",
    body: z.strictObject({ token: z.string().min(1).max(200), use: z.boolean() }),
    returns: redeemed,
    errors: ["link_expired"],
    run: async ({ trx, body: { token, use } }) => {
      const person = await redeemEntryLink(trx, token, { use });
      if (!person) throw problem("link_expired");
      return person;
    },
  }),
});
