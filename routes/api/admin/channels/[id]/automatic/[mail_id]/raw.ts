import { automaticParams, findAutomatic } from "@/lib/channels/in/automatic/automatic_mail.ts";
import { binary } from "@/lib/files/file.ts";
import { rawDownload } from "@/lib/http/serving/raw_download.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The bytes of an automatic mail, as they came",
    description: "Always a download, of a type that nothing opens. 404 once they are gone.",
    params: automaticParams,
    returns: binary,
    mediaType: "application/octet-stream",
    run: async ({ trx, member, params }) => {
      const { body } = await findAutomatic(trx, member, params.id, params.mail_id);
      if (!body) throw problem("not_found");
      return rawDownload(body, `mail-${params.mail_id}`);
    },
  }),
});
