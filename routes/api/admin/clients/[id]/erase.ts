import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { Problem } from "@/lib/input/errors.ts";
import { idParams } from "@/lib/input/fields.ts";
import { erasePerson } from "@/lib/privacy/erase_person.ts";
import { eraseBody, erasedRecord } from "@/lib/privacy/request.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Erase what is known of a client",
    description:
      "Takes name, addresses, texts and history of the client and of the contacts that it " +
      "was out of everything, for good. Opportunities, quotations and sales stay as figures " +
      "of nobody. Of its sales the law keeps buyer, document and amounts for six years: " +
      "blocked, where nothing reads them. With live business it is refused (`in_use`). The " +
      "log (`/privacy-requests`) notes it either way.",
    params: idParams,
    body: eraseBody,
    deadlineMs: longMs,
    returns: erasedRecord,
    errors: ["in_use"],
    runWithoutTransaction: async ({ asMember, params: { id }, body }) => {
      const outcome = await asMember(({ trx, member }) =>
        erasePerson(trx, member, { noun: "client", id }, body)
      );
      if (outcome instanceof Problem) throw outcome; // after the commit: the log keeps the refusal
      return outcome;
    },
  }),
});
