import { binary, fileQuery, keyFileRecord, toKeyFile } from "@/lib/files/file.ts";
import { maxFileBytes } from "@/lib/files/limits.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { statedSize } from "@/lib/http/files.ts";

export const handler = endpoint({
  POST: asKeyHolder({
    scope: "channel",
    summary: "Bring a file for a message: the body is the file itself",
    description:
      `At most ${maxFileBytes} bytes. Its type is what its bytes say. Name its id in a ` +
      "message within 24 hours. Where the company has no room left, only its name is kept " +
      "(`leftOut`), so that the message can come and says so.",
    query: fileQuery,
    bodies: { "application/octet-stream": binary },
    maxBytes: maxFileBytes,
    returns: keyFileRecord,
    status: 201,
    runWithoutTransaction: async ({ key, inCompany, req, query, services }) => {
      const file = await services.files.take({
        tenant: key,
        maker: { keyId: key.id },
        name: query.name,
        body: req.body,
        size: statedSize(req),
        open: inCompany,
      });
      return created(toKeyFile(file), `/api/files/${file.id}`);
    },
  }),
});
