import * as z from "zod";
import { companyRecord } from "@/lib/crm/companies/company.ts";
import { setLogo } from "@/lib/crm/companies/company_logos.ts";
import { logoTypes, maxLogoBytes, maxLogoSide } from "@/lib/values/logo.ts";
import { asUser } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

const picture = z.unknown().meta({ override: { type: "string", format: "binary" } });

export const handler = endpoint({
  PUT: asUser({
    summary: "Give a company of yours its logo: the body is the picture itself",
    description: `PNG, JPEG or WebP, as its first bytes say; at most ${maxLogoBytes} bytes and ` +
      `${maxLogoSide} pixels a side, as its headers say, and there to its end (else 422; what ` +
      "follows the end is not kept). " +
      "`PATCH` with `logo: null` takes it away.",
    params: idParams,
    bodies: Object.fromEntries(logoTypes.map((type) => [type, picture])),
    asBytes: "untyped",
    maxBytes: maxLogoBytes,
    returns: companyRecord,
    run: ({ trx, user, memberships, params, bytes }) =>
      setLogo(trx, { user, memberships }, params.id, bytes),
  }),
});
