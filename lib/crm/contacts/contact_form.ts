import * as z from "zod";
import type { FormMeta } from "@/lib/crm/contacts/message.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import * as field from "@/lib/input/fields.ts";
import { codePoints, isClean, text, validate } from "@/lib/input/input.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { readPhone, type WrittenPhone } from "@/lib/input/phone.ts";
import { readAddress, type WrittenAddress } from "@/lib/input/addresses/written_address.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** The public form of the companies' sites (contract, section 5). */

/** Company that gets each site's leads. */
export const siteCompanies = { primary: 1, design: 2 } as const;

const maxFields = 16;
const longestField = 500;
const longestName = 100;
const longestMessage = 5_000;
/** Limits of automatic fields; longer ones are cut, so that no message is lost. */
const noted = { referrer: 2048, utmFields: 10, utm: 500, consentVersion: 60 };
const utmName = /^utm_[a-z_]{1,40}$/;
/** Bytes that the fields can hold together, with each character in the six bytes of `%C3%B1`. */
export const maxFormBytes = 6 *
  (longestMessage + maxFields * (longestName + longestField) + noted.referrer +
    noted.utmFields * (noted.utm + longestName) + 2_000);
const elapsedPattern = String.raw`^(-?\d{1,15}(\.\d{1,15})?)?$`;
/** Anything faster was not typed by a person. */
const shortestMs = 2_000;

const lenient = (description: string) =>
  z.unknown().optional().meta({ override: { type: "string" }, description });

/** A field of programs: a wrong value is refused in JSON, and ignored in a form's post. */
const strict = (override: { type: ["string", "null"]; pattern?: string }, description: string) =>
  z.unknown().optional().meta({ override, description });

const inputs = {
  site: lenient("`primary` or `design`; absent or unknown means `primary`."),
  name: field.optionalLine(200).meta({ description: "Name, as people read it." }),
  email: field.optionalEmail.meta({
    description: "E-mail address, as people write it; what stands behind it is kept in the text.",
  }),
  phone: lenient(
    "Phone number, as people write it. Nobody is refused for it: what is no number is kept in the " +
      "text.",
  ),
  company: field.optionalLine(200).meta({
    description: contactFields.organization.means,
  }),
  subject: field.optionalLine(200).meta({ description: "What the message is about." }),
  message: text({ max: longestMessage }).meta({
    description: "The message, at most 5,000 characters.",
  }),
  consent: lenient("A checkbox: true, `on`, `yes`, `sí` or `1`."),
  consent_text_version: lenient("Which text the sender agreed to; 60 characters are kept."),
  referrer: lenient("Where the visitor had come from; 2048 characters are kept."),
  language: strict({ type: ["string", "null"] }, "`es` or `en`: what the sender reads."),
  website: lenient("A trap: a field that people do not see and leave empty."),
  elapsed_ms: strict(
    { type: ["string", "null"], pattern: elapsedPattern },
    "A trap: how many milliseconds the page had been open; a number may be sent too.",
  ),
  redirect: strict(
    { type: ["string", "null"] },
    "Where a form post goes next; its origin must be one of the company's.",
  ),
};

/** Fields of the form. At least one of email and phone; other fields are up to the site. */
export const contactFormBody = z.object(inputs).catchall(
  z.unknown().meta({
    override: { type: "string" },
  }),
).meta({
  id: "ContactForm",
  description:
    `Up to ${noted.utmFields} fields named utm_… are kept as the campaign. \`site\` and ` +
    "those from `consent` to `website`, but `language`, count as absent where they are no text.",
});

export interface ContactForm {
  companyId: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  organization: string | null;
  subject: string | null;
  message: string;
  consent: boolean | null;
  consentTextVersion: string | null;
  referrer: string | null;
  /** Values by field name (`utm_source`, …); null if there are none. */
  utm: Record<string, string> | null;
  language: Language | null;
  fields: Record<string, string>;
  honeypot: string | null;
  trap: FormMeta["trap"];
}

/** The first company if the values name none. */
export function companyOf(values: unknown): number {
  const isList = isObject(values) && Array.isArray(values.site);
  const site = isList ? null : textOf(values, "site");
  return site === "design" ? siteCompanies.design : siteCompanies.primary;
}

/** The field's clean text, or null; the last one of a repeated field. */
export function textOf(values: unknown, name: string): string | null {
  if (!isObject(values) || !Object.hasOwn(values, name)) return null;
  const input = values[name];
  const value = Array.isArray(input) ? input.at(-1) : input;
  return typeof value === "string" && isClean(value) ? value.trim() : null;
}

export function languageIn(values: unknown): Language | null {
  const language = textOf(values, "language");
  return language === "es" || language === "en" ? language : null;
}

/**
 * @param input the body; a form's repeated fields are lists, JSON has one text for each.
 * @throws Problem validation_failed, naming every wrong field
 */
export function readContactForm(input: unknown, { isForm = true } = {}): ContactForm {
  const wrong: Record<string, Text> = {};
  const posted = isForm ? input : withoutOthers(input, wrong);
  if (!isForm) checkProgram(input, wrong);
  const address = addressIn(posted);
  const values = address.email && isObject(posted) ? { ...posted, email: address.email } : posted;
  const form = knownFields(values, wrong);
  const fields = ownFields(values, wrong);
  const { phone, rest, isText } = phoneIn(values);
  const hasEmail = wrong.email !== undefined || textOf(values, "email");
  if (!hasEmail && !phone && !rest && !wrong.body) {
    if (isText) wrong.email = inputWords.noAddress;
    else wrong.phone = inputWords.text;
  }
  if (!form || Object.keys(wrong).length > 0) {
    throw problem("validation_failed", { fields: wrong });
  }
  const honeypot = textOf(values, "website") || null;
  const beside = { email: address.rest, phone: rest };
  const more = [rest && `Tel.: ${rest}`, address.rest && `E-mail: ${address.rest}`].filter(Boolean);
  const message = [form.message, ...more].join("\n\n");
  const isShort = codePoints(message) <= longestMessage;
  const unsaid = Object.entries(beside).filter(([, text]) => !isShort && text !== "");
  return {
    companyId: companyOf(values),
    // Somebody of whom nothing else is known is found by what they wrote.
    name: form.name ?? address.name ?? (form.email || phone ? null : rest),
    email: form.email ?? null,
    phone,
    organization: form.company ?? null,
    subject: form.subject ?? null,
    message: isShort ? message : form.message,
    consent: consentIn(form.consent),
    consentTextVersion: notedText(values, "consent_text_version", noted.consentVersion),
    referrer: notedText(values, "referrer", noted.referrer),
    utm: utmIn(values),
    language: languageIn(values),
    fields: { ...fields, ...Object.fromEntries(unsaid) },
    honeypot,
    trap: honeypot ? "honeypot" : isTooFast(form.elapsed_ms) ? "too_fast" : null,
  };
}

/** Reads the addresses. Text before one may be a piece of it: `an a@example.com` is refused. */
function addressIn(values: unknown): WrittenAddress {
  const text = textOf(values, "email") ?? "";
  const address = readAddress(text);
  const isFirst = address.rest === "" ||
    text.toLowerCase().startsWith(address.email?.toLowerCase() ?? " ");
  return isFirst && address.email ? address : { email: null, name: null, rest: "" };
}

const longestPhone = 200;

function phoneIn(values: unknown): WrittenPhone & { isText: boolean } {
  const value = isObject(values) && Object.hasOwn(values, "phone") ? values.phone : null;
  const text = shownAs(Array.isArray(value) ? value.at(-1) : value);
  const { phone, rest } = readPhone(text && isClean(text) ? text : "");
  return { phone, rest: [...rest].slice(0, longestPhone).join(""), isText: text !== undefined };
}

/** Drops the site's own fields that are no texts, and names them. */
function withoutOthers(values: unknown, wrong: Record<string, Text>): unknown {
  if (!isObject(values)) return values;
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const isFine = value === null || typeof value === "string" ||
        (Object.hasOwn(inputs, name) && !Array.isArray(value)) || isIgnored(name);
      if (!isFine) wrong[name.slice(0, longestName)] = inputWords.text;
      return isFine;
    }),
  );
}

/** Names what a site's program filled in wrongly; the person's own fields are never refused. */
function checkProgram(values: unknown, wrong: Record<string, Text>): void {
  if (!isObject(values)) return;
  const fieldValue = (name: string) => Object.hasOwn(values, name) ? values[name] ?? "" : "";
  for (const name of ["redirect", "language"]) {
    if (typeof fieldValue(name) !== "string") wrong[name] = inputWords.text;
  }
  const elapsed = fieldValue("elapsed_ms");
  const isNumber = typeof elapsed === "number" ||
    (typeof elapsed === "string" && new RegExp(elapsedPattern).test(elapsed));
  if (!isNumber) wrong.elapsed_ms = inputWords.number;
}

/** Whether the field's value is never checked. */
function isIgnored(name: string): boolean {
  return name === "phone" || name === "site";
}

function knownFields(values: unknown, wrong: Record<string, Text>) {
  try {
    return validate(contactFormBody, onlyLast(values));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    Object.assign(wrong, error.extras.fields);
  }
}

/** Keeps the last of repeated fields: a hidden default precedes its checkbox. */
function onlyLast(values: unknown): unknown {
  if (!isObject(values)) return values;
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(inputs, name)).map(([name, input]) => {
      const value = Array.isArray(input) ? input.at(-1) : input;
      return [name, typeof value === "string" && name !== "message" ? value.trim() : value];
    }),
  );
}

/** Accepts texts, numbers, checkboxes and lists of them; drops blank ones. */
function ownFields(values: unknown, wrong: Record<string, Text>): Record<string, string> {
  if (!isObject(values)) return {};
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(values)) {
    const text = shownAs(value);
    if (Object.hasOwn(inputs, name) || utmName.test(name) || text === "") continue;
    const fault = faultOf(name, text) ?? (entries.length >= maxFields ? tooMany : undefined);
    if (fault) wrong[name.slice(0, longestName)] = fault;
    else entries.push([name, text!]);
  }
  return Object.fromEntries(entries);
}

function isObject(values: unknown): values is Record<string, unknown> {
  return values !== null && typeof values === "object" && !Array.isArray(values);
}

const tooMany = inputWords.tooManyFields(maxFields);

function faultOf(name: string, value: string | undefined): Text | undefined {
  if (value === undefined) return inputWords.text;
  if (!isClean(name) || !isClean(value)) return inputWords.unclean;
  if (codePoints(name) > longestName) return inputWords.nameTooLong;
  if (codePoints(value) <= longestField) return undefined;
  return inputWords.mostCharacters(longestField);
}

function shownAs(value: unknown): string | undefined {
  if (value === null) return "";
  if (Array.isArray(value)) {
    const parts = value.map((part) => Array.isArray(part) ? undefined : shownAs(part));
    return parts.includes(undefined) ? undefined : parts.filter(Boolean).join(", ");
  }
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function notedText(values: unknown, name: string, max: number): string | null {
  const text = textOf(values, name);
  return text ? [...text].slice(0, max).join("") : null;
}

function utmIn(values: unknown): Record<string, string> | null {
  if (!isObject(values)) return null;
  const parameters = Object.keys(values).filter((name) => utmName.test(name))
    .map((name) => [name, notedText(values, name, noted.utm)] as const)
    .filter((field): field is [string, string] => field[1] !== null)
    .slice(0, noted.utmFields);
  return parameters.length > 0 ? Object.fromEntries(parameters) : null;
}

function consentIn(value: unknown): boolean | null {
  if (value === undefined || value === null || value === "") return null;
  return value === true || value === 1 ||
    ["on", "true", "1", "yes", "si", "sí"].includes(String(value).trim().toLowerCase());
}

function isTooFast(value: unknown): boolean {
  const isNumber = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  return isNumber && Number(value) < shortestMs;
}
