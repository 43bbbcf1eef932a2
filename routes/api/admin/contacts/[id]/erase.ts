import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { Problem } from "@/lib/input/errors.ts";
import { idParams } from "@/lib/input/fields.ts";
import { erasePerson } from "@/lib/privacy/erase_person.ts";
import { eraseBody, erasedRecord } from "@/lib/privacy/request.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Erase what is known of a contact",
    description:
      "Takes name, addresses, thread, notes and history out of everything, for good. One " +
      "that is the same person as its client (by name, e-mail or phone) is erased with the " +
      "client: 409 `already_converted`, with `client_id` in the details. The log " +
      "(`/privacy-requests`) notes it either way.",
    params: idParams,
    body: eraseBody,
    deadlineMs: longMs,
    returns: erasedRecord,
    errors: ["already_converted"],
    runWithoutTransaction: async ({ asMember, params: { id }, body }) => {
      const outcome = await asMember(({ trx, member }) =>
        erasePerson(trx, member, { noun: "contact", id }, body)
      );
      if (outcome instanceof Problem) throw outcome; // after the commit: the log keeps the refusal
      return outcome;
    },
  }),
});
