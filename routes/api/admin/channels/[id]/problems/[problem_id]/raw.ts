import { problemParams, readRaw } from "@/lib/channels/in/problems.ts";
import { binary } from "@/lib/files/file.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { rawDownload } from "@/lib/http/files.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The bytes of what could not be read, as they came",
    description: "Always a download, of a type that nothing opens.",
    params: problemParams,
    returns: binary,
    mediaType: "application/octet-stream",
    run: async ({ trx, member, params }) => {
      const bytes = await readRaw(trx, member, params.id, params.problem_id);
      return rawDownload(bytes, { name: `problem-${params.problem_id}`, extension: "bin" });
    },
  }),
});
