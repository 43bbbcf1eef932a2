import * as z from "zod";
import { keyCreate, keyRecord, newKeyRecord } from "@/lib/access/key.ts";
import { createKey, findKeyRecord, listKeys } from "@/lib/access/keys.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The company's API keys, newest first, all of them",
    returns: z.array(keyRecord),
    run: ({ trx, member }) => listKeys(trx, member),
  }),
  POST: asMember({
    summary: "Make an API key",
    description: "`key` is shown this once: the database keeps only its digest.",
    body: keyCreate,
    returns: newKeyRecord,
    status: 201,
    run: async ({ trx, member, body }) => {
      const { companyId, userId: createdBy } = member;
      const made = await createKey(trx, { companyId }, { name: body.name, createdBy });
      const record = await findKeyRecord(trx, { companyId }, made.id);
      return created({ ...record, key: made.key }, `/api/admin/keys/${made.id}`);
    },
  }),
});
