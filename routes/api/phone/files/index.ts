import { binary, fileQuery, fileRecord } from "@/lib/files/file.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { maxFileBytes } from "@/lib/files/limits.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { statedSize } from "@/lib/http/files.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Bring a file for an answer or a note: the body is the file itself",
    description: `At most ${maxFileBytes} bytes, such as a photo. Attach it by its id within 24 ` +
      "hours.",
    query: fileQuery,
    bodies: { "application/octet-stream": binary },
    maxBytes: maxFileBytes,
    returns: fileRecord,
    status: 201,
    errors: ["not_found", "limit_reached", "rate_limited"],
    runWithoutTransaction: async ({ device, inCompany, req, query, services }) => {
      const { companyId, userId } = memberOf(device);
      const file = await services.files.take({
        tenant: { companyId },
        maker: { userId },
        name: query.name,
        body: req.body,
        size: statedSize(req),
        open: inCompany,
      });
      return created(file, `/api/phone/files/${file.id}`);
    },
  }),
});
