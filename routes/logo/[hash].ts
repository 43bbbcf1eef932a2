import * as z from "zod";
import { logoParams } from "@/lib/crm/companies/company.ts";
import { findLogo } from "@/lib/crm/companies/company_logos.ts";
import { asPublic } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  GET: asPublic({
    summary: "A company's logo",
    description: "The address is made of the picture's SHA-256, so it may be kept for ever.",
    params: logoParams,
    returns: z.string(),
    mediaType: "image/*",
    run: async ({ params, services }) => {
      const logo = await findLogo(services.database.db, params.hash);
      if (!logo) throw problem("not_found");
      return new Response(logo.bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          "Content-Type": logo.media_type,
          "Cache-Control": "public, max-age=31536000, immutable",
          "X-Content-Type-Options": "nosniff",
          "Content-Security-Policy": "default-src 'none'",
        },
      });
    },
  }),
});
