import { longMs } from "@/lib/db/deadline.ts";
import { jsonFileResponse } from "@/lib/http/text_file.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { exportPerson } from "@/lib/privacy/export_person.ts";
import { exportedData } from "@/lib/privacy/request.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Everything that is known of a contact, as a JSON file",
    description:
      "With its thread, notes, history, opportunities and events, trashed ones included. " +
      "Each export is noted in the log (`/privacy-requests`).",
    params: idParams,
    deadlineMs: longMs,
    returns: exportedData,
    mediaType: "application/json",
    run: async ({ trx, member, params: { id }, services: { replica } }) =>
      jsonFileResponse(await exportPerson(trx, member, { noun: "contact", id }, { replica })),
  }),
});
