import { readRawMail } from "@/lib/crm/contacts/conversation/raw_mail.ts";
import { messageParams } from "@/lib/crm/contacts/message.ts";
import { binary } from "@/lib/files/file.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { rawDownload } from "@/lib/http/files.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The bytes of a mail, as they came",
    description:
      "Kept for 30 days after the mail was read; with what was left out of it. Always a download, " +
      "of a type that nothing opens.",
    params: messageParams,
    returns: binary,
    mediaType: "application/octet-stream",
    run: async ({ trx, member, params }) => {
      const bytes = await readRawMail(trx, member, params.id, params.message_id);
      return rawDownload(bytes, { name: `mail-${params.message_id}`, extension: "eml" });
    },
  }),
});
