import * as z from "zod";

export const fileHeaders = z.object({
  Range: z.string().optional().meta({
    description: "The part that is wanted, as `bytes=0-1023` (RFC 9110, 14.2).",
  }),
  "If-Range": z.string().optional().meta({
    description: "An `ETag`: the range holds while the file has it, else all comes.",
  }),
  "If-None-Match": z.string().optional().meta({
    description: "The `ETag` of a copy that the caller has; 304 where it is the same.",
  }),
});

const schema = { type: "string", format: "binary" } as const;
const content = { "application/octet-stream": { schema }, "*/*": { schema } };

export const fileResponses = {
  200: { description: "The whole file, with its own media type", content },
  206: { description: "The part that `Range` asks for", content },
  304: { description: "The caller's copy is the same: nothing comes" },
  416: {
    description: "`Range` begins behind the end of the file: nothing comes",
    headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } },
  },
};
