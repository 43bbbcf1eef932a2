import { binary, fileQuery, fileRecord } from "@/lib/files/file.ts";
import { maxFileBytes } from "@/lib/files/limits.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { statedSize } from "@/lib/http/files.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Bring a file for a message or a note: the body is the file itself",
    description:
      `At most ${maxFileBytes} bytes. Its type is what its bytes say. Attach it by its id ` +
      "within 24 hours. 429 past 200 MB in 10 minutes, 409 `limit_reached` where the company's " +
      "files take all that it may keep.",
    query: fileQuery,
    bodies: { "application/octet-stream": binary },
    maxBytes: maxFileBytes,
    returns: fileRecord,
    status: 201,
    errors: ["limit_reached", "rate_limited"],
    runWithoutTransaction: async ({ asMember, req, query, services }) => {
      const { companyId, userId } = await asMember(({ member }) => Promise.resolve(member));
      const file = await services.files.take({
        tenant: { companyId },
        maker: { userId },
        name: query.name,
        body: req.body,
        size: statedSize(req),
        open: (work) => asMember(({ trx }) => work(trx)),
      });
      return created(file, `/api/admin/files/${file.id}`);
    },
  }),
});
