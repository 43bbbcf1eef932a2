import { keyParams, keyRecord } from "@/lib/access/key.ts";
import { revokeKey } from "@/lib/access/keys.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  DELETE: asMember({
    summary: "Revoke an API key at once",
    description: "Callbacks already owed still go out, signed with it.",
    params: keyParams,
    returns: keyRecord,
    run: async ({ trx, member, params }) => {
      const key = await revokeKey(trx, member, params.id);
      if (!key) throw problem("not_found");
      return key;
    },
  }),
});
