import { binary, fileParams } from "@/lib/files/file.ts";
import { findFile } from "@/lib/files/files.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { fileResponse } from "@/lib/http/files.ts";

export const handler = endpoint({
  GET: asKeyHolder({
    scope: "channel",
    summary: "The bytes of a file that a program of the company brought, or a range of them",
    description: "Files of messages that go out come with an address of their own, for an hour.",
    params: fileParams,
    returns: binary,
    mediaType: "*/*",
    runWithoutTransaction: async ({ key, inCompany, req, params, services }) => {
      const file = await inCompany((trx) => findFile(trx, key, params.id, { byKey: true }));
      return fileResponse(req, services.database.db, key, file);
    },
  }),
});
