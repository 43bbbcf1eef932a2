import { binary, fileParams } from "@/lib/files/file.ts";
import { findPhoneFile } from "@/lib/crm/conversations/phone_files.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { fileResponse } from "@/lib/http/files.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "The bytes of a file of a conversation, or a range of them",
    description: "As `GET /api/admin/files/{id}`; 404 where it is of no conversation that this " +
      "phone sees.",
    params: fileParams,
    returns: binary,
    mediaType: "*/*",
    errors: ["not_found"],
    runWithoutTransaction: async ({ device, inCompany, req, params, services }) => {
      const member = memberOf(device);
      const file = await inCompany((trx) => findPhoneFile(trx, member, params.id));
      return fileResponse(req, services.database.db, member, file);
    },
  }),
});
