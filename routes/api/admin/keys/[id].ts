import { keyParams, keyRecord } from "@/lib/access/key.ts";
import { findKeyRecord, revokeKey } from "@/lib/access/keys.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read an API key, without its secret",
    description: "Revoked and expired keys are read like any other.",
    params: keyParams,
    returns: keyRecord,
    run: async ({ trx, member, params }) => {
      const key = await findKeyRecord(trx, member, params.id);
      if (!key) throw problem("not_found");
      return key;
    },
  }),
  DELETE: asMember({
    summary: "Revoke an API key at once",
    description:
      "No call with it is taken any more. Callbacks still go out signed with it: those " +
      "already pending, and those of answers that people give later to what it sent. Keep verifying " +
      "with it until these have ended.",
    params: keyParams,
    returns: keyRecord,
    run: async ({ trx, member, params }) => {
      const key = await revokeKey(trx, member, params.id);
      if (!key) throw problem("not_found");
      return key;
    },
  }),
});
