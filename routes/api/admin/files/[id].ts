import { binary, fileParams } from "@/lib/files/file.ts";
import { findFile } from "@/lib/files/files.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { fileResponse } from "@/lib/http/files.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "A file's bytes, or a range of them",
    description:
      "Raster images, PDF, sound and video may be shown in place; all else is a download.",
    params: fileParams,
    returns: binary,
    mediaType: "*/*",
    runWithoutTransaction: async ({ asMember, req, params, services }) => {
      const { companyId, file } = await asMember(async ({ trx, member }) => ({
        companyId: member.companyId,
        file: await findFile(trx, member, params.id),
      }));
      return fileResponse(req, services.database.db, { companyId }, file);
    },
  }),
});
