import * as z from "zod";
import { isAddress, longestAddress } from "@/lib/input/addresses/email_address.ts";
import {
  cleanText,
  isVisible,
  linesText,
  nameText,
  queryInteger,
  text,
} from "@/lib/input/input.ts";
import { issueWords } from "@/lib/input/issue_words.ts";
import { distinctTags } from "@/lib/input/tags.ts";
import { message } from "@/lib/input/messages.ts";
import { readPhone } from "@/lib/input/phone.ts";
import { onlyAddress, readAddress } from "@/lib/input/addresses/written_address.ts";

/** Fields shared by many bodies and records (contract, sections 1 and 4). */

export const id = z.int32().min(1);

export const idParams = z.object({
  id: z.string().regex(/^\d{1,10}$/).transform(Number).pipe(id)
    .meta({
      override: { type: "integer", minimum: 1 },
      description: "Id of the record, unique among its kind.",
    }),
});

export const version = z.int().min(1).optional().meta({
  description: "The version you saw; a stale one is 409 `version_conflict`.",
});

/** Body of verbs without other input; it may be left out. */
export const versionBody = z.strictObject({ version }).default({}).meta({ id: "VersionSeen" });

const queryVersion = queryInteger({ min: 1, max: 2 ** 31 - 1 }).optional().meta({
  description: version.meta()!.description,
});

/** Query of verbs without a body. */
export const versionQuery = z.strictObject({ version: queryVersion });

export interface Seen {
  version?: number;
}

/** Blank counts as null. */
export function optionalText(max: number) {
  return blankAsNull(text({ min: 0, max }));
}

export function optionalLines(max: number) {
  return blankAsNull(linesText({ min: 0, max }));
}

export function optionalLine(max: number) {
  return blankAsNull(nameText({ min: 0, max }));
}

/** May be absent, null or empty, but not invisible. */
export function optionalName(max: number) {
  return emptyAsNull(nameText({ max }));
}

export const email = cleanText.transform((written, ctx): string => {
  const { email, rest } = readAddress(written);
  if (email !== null && rest === "") return email;
  const fault = email === null ? message("email") : message("besideAddress", rest.slice(0, 40));
  ctx.addIssue({ code: "custom", message: fault });
  return z.NEVER;
}).meta({ override: { type: "string", format: "idn-email", maxLength: longestAddress } });

export const memberEmail = cleanText.overwrite(onlyAddress).max(254).pipe(z.email({
  error: ({ input }) => message(isAddress(String(input)) ? "plainEmail" : "email"),
}));

export const optionalEmail = emptyAsNull(email);

/** Accepts a phone as it is stored; text beside the number is refused with a hint. */
const phone = cleanText.transform((written, ctx): string => {
  const { phone, rest } = readPhone(written);
  if (phone && rest === "") return phone;
  const fault = phone ? message("besideNumber", rest.slice(0, 40)) : message("phone");
  ctx.addIssue({ code: "custom", message: fault });
  return z.NEVER;
}).meta({ override: { type: "string", minLength: 3, maxLength: 200 } });
export const optionalPhone = emptyAsNull(phone);

export const optionalLink = emptyAsNull(
  cleanText.trim().max(2048).refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: message("link"),
  }),
);

/** ISO 3166-1 alpha-2. */
export const country = z.string().trim().toUpperCase().regex(/^[A-Z]{2}$/);
export const optionalCountry = emptyAsNull(country);

export const money = decimal({ decimals: 4, max: 999_999_999_999 });
export const price = decimal({ decimals: 4, max: 9_999_999_999 });
export const quantity = decimal({ decimals: 3, max: 999_999_999 }).refine((value) => value > 0, {
  error: message("moreThan", 0),
}).meta({
  override: {
    type: "number",
    minimum: undefined,
    exclusiveMinimum: 0,
    maximum: 999_999_999,
    "x-form": "3 decimals at most.",
  },
});
export const percent = decimal({ decimals: 2, max: 100 });

const years = { from: 1000, to: 9900 };
const wrongYear = message("years", years.from, years.to);

/** An RFC 3339 instant with any offset, converted to UTC. */
const instantText = z.iso.datetime({ offset: true }).transform((value) => new Date(value))
  .refine((date) => isWithinYears(date.getUTCFullYear()), { error: wrongYear, abort: true })
  .transform((date) => date.toISOString())
  .meta({ override: { type: "string", format: "date-time" } });

export const instant = instantText.transform((value) => new Date(value))
  .meta({ override: { type: "string", format: "date-time" } });

export const day = z.iso.date()
  .refine((value) => isWithinYears(Number(value.slice(0, 4))), { error: wrongYear })
  .meta({ override: { type: "string", format: "date" } });

/** The bound of a range: a day, or an instant in UTC. What is wrong is said of the one meant. */
export const dayOrInstant = z.string().transform((text, ctx): string => {
  const read = (/t/i.test(text) ? instantText : day).safeParse(text, { error: issueWords });
  if (read.success) return read.data;
  for (const issue of read.error.issues) ctx.addIssue({ ...issue, path: [] });
  return z.NEVER;
}).meta({ override: { type: "string" } });

export const maxTags = 20;
export const tags = z.array(nameText({ max: 40 })).max(maxTags)
  .transform(distinctTags);

/** A list in a change: null empties it, as null does every field. */
export function emptiable<T extends z.ZodType<unknown[]>>(list: T) {
  return z.union([list, z.null().transform((): z.output<T> => [] as unknown as z.output<T>)]);
}

export const timezone = z.string().max(64).refine(isTimezone, { error: message("timezone") });

export const language = z.enum(["es", "en"]);
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/).transform((value) =>
  value.toLowerCase()
);

export const reference = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  name: z.string().nullable().meta({ description: "Name, title or number of the record." }),
}).meta({ id: "Reference" });

export const recordFields = {
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  created_at: z.iso.datetime().meta({ description: "When the record was made." }),
  updated_at: z.iso.datetime().meta({ description: "When the record last changed." }),
  version: z.int().meta({
    description: "Counts changes. Send it back to be told of a stale copy.",
  }),
};

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

function isWithinYears(year: number): boolean {
  return year >= years.from && year <= years.to;
}

function decimal({ decimals, max }: { decimals: number; max: number }) {
  const scale = 10 ** decimals;
  return z.number().min(0).max(max).refine(
    (value) =>
      Math.abs(Math.round(value * scale) / scale - value) <= Number.EPSILON * Math.abs(value),
    { error: message("decimals", decimals) },
  ).meta({
    override: {
      type: "number",
      minimum: 0,
      maximum: max,
      // As `multipleOf` most clients would refuse 0.07, which no binary number is.
      "x-form": `${decimals} decimals at most.`,
    },
  });
}

function blankAsNull(schema: z.ZodString) {
  return z.union([schema, z.null()])
    .transform((value) => (value === null || isVisible(value) ? value : null))
    .optional();
}

function emptyAsNull<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.literal("").transform(() => null), z.null()]).optional();
}
