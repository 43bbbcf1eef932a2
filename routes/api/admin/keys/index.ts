import * as z from "zod";
import { keyCreate, keyRecord, newKeyRecord } from "@/lib/access/key.ts";
import { listKeys } from "@/lib/access/keys.ts";
import { makeKey } from "@/lib/access/make_key.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The company's API keys, newest first, all of them",
    description: "Revoked and expired ones are among them; the secrets are not.",
    returns: z.array(keyRecord),
    run: ({ trx, member }) => listKeys(trx, member),
  }),
  POST: asMember({
    summary: "Make an API key",
    description: "`key` is shown this once: the database keeps only its digest. 409 " +
      "`limit_reached` where the company has too many that work or made too many in a day, or " +
      "you did: half of that.",
    body: keyCreate,
    returns: newKeyRecord,
    status: 201,
    errors: ["limit_reached"],
    run: async ({ trx, member, body, services }) => {
      const key = await makeKey(trx, member, body, services.config.bounds);
      return created(key, `/api/admin/keys/${key.id}`);
    },
  }),
});
