import * as z from "zod";
import { cleanText, text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** Fields that many bodies and records share, in the CRM's words (contract, sections 1 and 4). */

/** A record's id. */
export const id = z.int32().min(1);

/** Path parameters of one record. */
export const idParams = z.object({
  id: z.string().regex(/^\d{1,10}$/).transform(Number).pipe(id)
    .meta({ override: { type: "integer", minimum: 1 } }),
});

/** The version that the caller has seen; a stale one is refused. */
export const version = z.int().min(1).optional().meta({
  description: "The version you have seen; 409 `version_conflict` where it is stale.",
});

/** Text that may be absent or null; blank counts as null. */
export function optionalText(max: number) {
  return z.union([text({ min: 0, max }), z.null()])
    .transform((value) => (typeof value === "string" && value.trim() === "" ? null : value))
    .optional();
}

/** An e-mail address, kept as written but for the spaces around it. */
export const email = cleanText.trim().max(254).pipe(z.email());

/** An e-mail address that may be absent, null or empty. */
export const optionalEmail = emptyAsNull(email);

/** A phone number as people write it. */
const phone = cleanText.trim().regex(/^[+()\d\s./-]{3,40}$/, {
  error: message("phone"),
});
export const optionalPhone = emptyAsNull(phone);

/** An http or https link. */
export const optionalLink = emptyAsNull(
  cleanText.trim().max(2048).refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: message("link"),
  }),
);

/** Money in the company's currency: at least 0, at most 2 decimals. */
export const money = decimal({ decimals: 2, max: 999_999_999_999 });
/** A unit price: at most 4 decimals. */
export const price = decimal({ decimals: 4, max: 9_999_999_999 });
/** A quantity: more than 0, at most 3 decimals. */
export const quantity = decimal({ decimals: 3, max: 999_999_999 }).refine((value) => value > 0, {
  error: message("moreThan", { bound: 0 }),
});
/** A percentage with at most 2 decimals. */
export const percent = decimal({ decimals: 2, max: 100 });

/**
 * The years that records may speak of. JavaScript and Postgres write those beyond differently, and
 * what is added to a day (a quotation's validity) must not lead out of them.
 */
const years = { from: 1000, to: 9900 };
const wrongYear = message("years", years);

/** An instant, RFC 3339, of any offset; as text in UTC. */
export const instantText = z.iso.datetime({ offset: true }).transform((value) => new Date(value))
  .refine((date) => isWithinYears(date.getUTCFullYear()), { error: wrongYear, abort: true })
  .transform((date) => date.toISOString())
  .meta({ override: { type: "string", format: "date-time" } });

/** An instant, RFC 3339. */
export const instant = instantText.transform((value) => new Date(value))
  .meta({ override: { type: "string", format: "date-time" } });

/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date()
  .refine((value) => isWithinYears(Number(value.slice(0, 4))), { error: wrongYear });

/** Up to 20 different short words. */
export const tags = z.array(text({ max: 40 })).max(20)
  .transform((list) => [...new Set(list.map((tag) => tag.trim()))]);

export const language = z.enum(["es", "en"]);
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/).transform((value) =>
  value.toLowerCase()
);

/** How records name what they belong to. */
export const reference = z.object({ id: z.int(), name: z.string().nullable() });

/** What every record carries, as answers show it. */
export const recordFields = {
  id: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  version: z.int(),
};

function isWithinYears(year: number): boolean {
  return year >= years.from && year <= years.to;
}

function decimal({ decimals, max }: { decimals: number; max: number }) {
  const scale = 10 ** decimals;
  return z.number().min(0).max(max).refine(
    (value) =>
      Math.abs(Math.round(value * scale) / scale - value) <= Number.EPSILON * Math.abs(value),
    { error: message("decimals", { max: decimals }) },
  ).meta({ override: { type: "number", minimum: 0, maximum: max } });
}

function emptyAsNull<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.literal("").transform(() => null), z.null()]).optional();
}
