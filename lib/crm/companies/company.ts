import * as z from "zod";
import { approvalRules, approvalRulesPatch } from "@/lib/crm/companies/approval_rules.ts";
import { companyFields, taxLabels } from "@/lib/crm/companies/fields.ts";
import { closedDays, openingHours, openingHoursRecord } from "@/lib/crm/companies/opening_hours.ts";
import * as field from "@/lib/input/fields.ts";
import { cleanText, nameText } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";

/** A company: the tenant that all records belong to, and its profile. */

/** The template used when none is named; open to everyone. */
export const commonTemplate = 1;

const slug = z.string().max(60).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: message("slug"),
});
const ownLogo = z.string().regex(/^\/logo\/[0-9a-f]{64}$/);

const currency = z.string().refine((code) => Intl.supportedValuesOf("currency").includes(code), {
  error: message("currency"),
});
export { taxLabels };

export const retentionMonths = z.int().min(1).max(120);

const origin = cleanText.max(300).refine(isOrigin, {
  error: message("origin"),
});

const special = {
  slug,
  timezone: field.timezone,
  currency,
  country: z.string().regex(/^[A-Z]{2}$/),
  logo: z.union([ownLogo, field.optionalLink]).meta({
    description:
      "An image of your own by PUT /logo, or null for none. An http or https link to elsewhere " +
      "is kept and not shown: browsers load only `/logo/…` of this server.",
  }),
  quote_prefix: nameText({ min: 0, max: 10 }),
  public_origins: field.emptiable(
    z.array(origin).max(20).transform((list) => [...new Set(list)]),
  ),
  approval: approvalRulesPatch,
  opening_hours: openingHours.nullable(),
  closed_days: closedDays,
};

/** Body of a new company; without a slug, one is made from the name. */
export const companyCreate = createSchema(companyFields, special)
  .pick({ name: true, slug: true, color: true }).extend({
    logo: field.optionalLink.meta({
      description: "An http or https link to elsewhere is kept and not shown: browsers load only " +
        "`/logo/…`, see `PUT /companies/{id}/logo`.",
    }),
    template_company_id: field.id.default(commonTemplate).meta({
      description: "The company whose pipeline stages are copied; you must be a member of it.",
    }),
  }).meta({ id: "CompanyCreate" });
export type CompanyCreate = z.output<typeof companyCreate>;

export const companyPatch = patchSchema(companyFields, special).meta({ id: "CompanyPatch" });
export type CompanyPatch = z.output<typeof companyPatch>;

export const companyRecord = recordSchema(companyFields, {
  slug: z.string(),
  timezone: z.string(),
  currency: z.string(),
  logo: z.string().nullable(),
  quote_prefix: z.string(),
  public_origins: z.array(z.string()),
  approval: approvalRules,
  opening_hours: openingHoursRecord.nullable(),
  closed_days: z.array(z.string()),
}).extend({
  role: z.string().meta({ description: "Your own role there: free text that grants nothing." }),
}).meta({ id: "Company" });

export const logoParams = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/).meta({
    description: "The picture's hash, as in the `logo` of a company.",
  }),
});

export function slugOf(name: string): string {
  const folded = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = folded.replace(/[^a-z0-9]+/g, "-").slice(0, 50).replace(/^-|-$/g, "");
  return words || "company";
}

/** An RFC 6454 origin as browsers write it; plain http only for localhost. */
function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  const isLocal = protocol === "http:" && hostname === "localhost";
  return origin === value && (protocol === "https:" || isLocal);
}
