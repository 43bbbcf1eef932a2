import { catchUpRecord, startCatchUp } from "@/lib/channels/meta/catch_up/start_catch_up.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Read an account's conversations again",
    description:
      "Of Instagram and Facebook: conversations that changed since they were read last, " +
      "at most 7 days back and 20 messages of each, one call a second. Messages that are here " +
      "change nothing. Answers at once, and reads afterwards; every night it happens by itself. " +
      "WhatsApp has no such call: Meta repeats its hooks for 7 days.",
    params: idParams,
    returns: catchUpRecord,
    status: 202,
    errors: ["invalid_transition"],
    run: async ({ trx, member, params, services }) =>
      reply(await startCatchUp(trx, member, params.id, services.catchUps), { status: 202 }),
  }),
});
