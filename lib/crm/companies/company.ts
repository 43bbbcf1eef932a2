import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { cleanText, text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** A company: the tenant that all records belong to, and what it says of itself. */

/** The template used when none is named; open to everyone. */
export const commonTemplate = 1;

const name = text({ max: 120 }).transform((value) => value.trim())
  .meta({ description: "Name, as people read it." });
const slug = z.string().max(60).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: message("slug"),
});
const ownLogo = z.string().regex(/^\/logo\/[0-9a-f]{64}$/);

const timezone = z.string().max(64).refine(isTimezone, {
  error: message("timezone"),
});
const currency = z.string().refine((code) => Intl.supportedValuesOf("currency").includes(code), {
  error: message("currency"),
});
export const taxLabels = ["IVA", "IGIC", "IPSI", "VAT"] as const;
export type TaxLabel = (typeof taxLabels)[number];

export const retentionMonths = z.int().min(1).max(120);

const origin = cleanText.max(300).refine(isOrigin, {
  error: message("origin"),
});

/** Without a slug, one is made from the name. */
export const companyCreate = z.strictObject({
  name,
  slug: slug.optional().meta({ description: "Short name for addresses." }),
  color: field.color.optional().meta({ description: "Colour as `#rrggbb`." }),
  logo: field.optionalLink.meta({
    description: "An http or https link to elsewhere is kept and not shown: browsers load only " +
      "`/logo/…`, see `PUT /companies/{id}/logo`.",
  }),
  template_company_id: field.id.default(commonTemplate).meta({
    description: "The company whose pipeline stages are copied; you must be a member of it.",
  }),
}).meta({ id: "CompanyCreate" });
export type CompanyCreate = z.output<typeof companyCreate>;

export const companyPatch = z.strictObject({
  name: name.optional(),
  slug: slug.optional().meta({ description: "Short name for addresses." }),
  color: field.color.optional().meta({ description: "Colour as `#rrggbb`." }),
  logo: z.union([ownLogo, field.optionalLink]).optional().meta({
    description:
      "An image of your own by PUT /logo, or null for none. An http or https link to elsewhere " +
      "is kept and not shown: browsers load only `/logo/…` of this server.",
  }),
  timezone: timezone.optional().meta({ description: "IANA name; where the days begin." }),
  country: z.string().regex(/^[A-Z]{2}$/).optional().meta({
    description: "Country code of two letters (ISO 3166-1).",
  }),
  currency: currency.optional().meta({
    description:
      "An ISO 4217 code. It can be changed until the company has a quotation or a sale, trashed " +
      "ones included: after that 409 `in_use`, and `details` counts both.",
  }),
  language: field.language.optional().meta({
    description: "The language to write in, `es` or `en`; null where it is not known.",
  }),
  legal_name: field.optionalText(200).meta({
    description: "Registered name, where it differs from `name`.",
  }),
  tax_id: field.optionalText(40).meta({ description: "Tax number (NIF, CIF, VAT id)." }),
  address: field.optionalText(500).meta({ description: "Street and number." }),
  phone: field.optionalPhone,
  email: field.optionalEmail,
  website: field.optionalLink,
  default_tax_rate: field.percent.optional(),
  tax_label: z.enum(taxLabels).nullable().optional().meta({
    description: "What its quotations call the tax; null: IVA in a Spanish quotation, VAT in an " +
      "English one. What was sent keeps its own.",
  }),
  quote_validity_days: z.int().min(0).max(3650).optional().meta({
    description: "Days that a new quotation is valid for.",
  }),
  quote_prefix: text({ min: 0, max: 10 }).transform((value) => value.trim()).optional().meta({
    description: "What the numbers of quotations begin with.",
  }),
  quote_terms: field.optionalText(10_000).meta({
    description: "Terms that new quotations begin with.",
  }),
  quotes_need_tax_id: z.boolean().optional().meta({
    description: "Whether `GET /quotes/{id}/warnings` names a client without a tax id. Sending " +
      "stays possible.",
  }),
  public_origins: field.emptiable(
    z.array(origin).max(20).transform((list) => [...new Set(list)]),
  ).optional().meta({
    description:
      "Exact origins, as `https://www.example.es`, whose pages may post to /api/contact and " +
      "read the answer (CORS).",
  }),
  consent_text: field.optionalText(10_000).meta({
    description: "What people agree to in the sites' forms; each consent keeps its SHA-256.",
  }),
  retention_months: retentionMonths.nullable().optional().meta({
    description: "Months after which contacts that never became clients, and that nobody has " +
      "touched since, are erased by night; null: never. `GET /retention` counts them.",
  }),
  version: field.version,
}).meta({ id: "CompanyPatch" });
export type CompanyPatch = z.output<typeof companyPatch>;

export const companyRecord = z.object({
  ...field.recordFields,
  name: z.string().meta({ description: "Name, as people read it." }),
  slug: z.string().meta({ description: "Short name for addresses." }),
  color: z.string().meta({ description: "Colour as `#rrggbb`." }),
  logo: z.string().nullable().meta({
    description: "Address of the logo, relative to this server; null without one.",
  }),
  timezone: z.string().meta({
    description: "Time zone by its IANA name, such as `Europe/Madrid`.",
  }),
  country: z.string().meta({ description: "Country code of two letters (ISO 3166-1)." }),
  currency: z.string().meta({ description: "Currency code of three letters (ISO 4217)." }),
  language: field.language.meta({
    description: "The language to write in, `es` or `en`; null where it is not known.",
  }),
  legal_name: z.string().nullable().meta({
    description: "Registered name, where it differs from `name`.",
  }),
  tax_id: z.string().nullable().meta({ description: "Tax number (NIF, CIF, VAT id)." }),
  address: z.string().nullable().meta({ description: "Street and number." }),
  phone: z.string().nullable().meta({ description: "Phone number, as people write it." }),
  email: z.string().nullable().meta({ description: "E-mail address." }),
  website: z.string().nullable().meta({ description: "Web site, an http or https link." }),
  default_tax_rate: z.number().meta({
    description: "Percent of tax on new lines, unless the product says another.",
  }),
  tax_label: z.enum(taxLabels).nullable().meta({
    description: "What the company's tax is called: IVA, IGIC, IPSI, VAT; null: by the language.",
  }),
  quote_validity_days: z.int().meta({ description: "Days that a new quotation is valid for." }),
  quote_prefix: z.string().meta({ description: "What the numbers of quotations begin with." }),
  quote_terms: z.string().nullable().meta({ description: "Terms that new quotations begin with." }),
  quotes_need_tax_id: z.boolean().meta({
    description: "Whether sending a quotation warns of a client without a tax id.",
  }),
  public_origins: z.array(z.string()).meta({
    description: "Origins of the company's sites, whose scripts may send the contact form.",
  }),
  consent_text: z.string().nullable().meta({
    description: "The text that people agree to in the form; its hash is kept with each consent.",
  }),
  retention_months: z.int().nullable().meta({
    description: "Months that contacts who never became clients are kept; null: no end.",
  }),
  role: z.string().meta({ description: "Your own role there: free text that grants nothing." }),
}).meta({ id: "Company" });

export const logoParams = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/).meta({
    description: "The picture's hash, as in the `logo` of a company.",
  }),
});

export function slugOf(name: string): string {
  const folded = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = folded.replace(/[^a-z0-9]+/g, "-").slice(0, 50).replace(/^-+|-+$/g, "");
  return words || "company";
}

/** Rejects offsets such as +02:00: Postgres reads them with the opposite sign. */
function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An RFC 6454 origin as browsers write it; plain http only for localhost. */
function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  const isLocal = protocol === "http:" && hostname === "localhost";
  return origin === value && (protocol === "https:" || isLocal);
}
