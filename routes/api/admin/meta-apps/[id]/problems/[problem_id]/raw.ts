import { problemParams } from "@/lib/channels/meta/apps/app.ts";
import { readRawProblem } from "@/lib/channels/meta/apps/problems.ts";
import { binary } from "@/lib/files/file.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { rawDownload } from "@/lib/http/files.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What was kept of a Meta app's problem",
    description: "Its events as a JSON array, or the body as it came. Always a download.",
    params: problemParams,
    returns: binary,
    mediaType: "application/octet-stream",
    run: async ({ trx, member, params }) => {
      const place = { appId: params.id, id: params.problem_id };
      const bytes = await readRawProblem(trx, member, place);
      return rawDownload(bytes, { name: `problem-${params.problem_id}`, extension: "json" });
    },
  }),
});
