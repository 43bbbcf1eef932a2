import * as z from "zod";
import { withoutEdges } from "@/lib/input/edges.ts";
import { problem } from "@/lib/input/errors.ts";
import { flatIssues, issueWords } from "@/lib/input/issue_words.ts";
import { JsonText, memberText } from "@/lib/input/json_text.ts";
import { message, textOfMessage } from "@/lib/input/messages.ts";
import { fieldName, groupByName } from "@/lib/input/names.ts";
import { findOversized } from "@/lib/input/bodies/oversized.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

export const defaultMaxBytes = 64 * 1024;

/** `asText` as in `parseJson`. @throws Problem unsupported_media_type, too_large, bad_json */
export async function readJson(
  req: Request,
  maxBytes = defaultMaxBytes,
  asText: string[] = [],
): Promise<unknown> {
  return parseJson(await readTyped(req, ["application/json"], maxBytes), asText);
}

/** An empty body is fine, also with a content type: many callers send one anyway. */
export async function readOptionalJson(
  req: Request,
  maxBytes = defaultMaxBytes,
): Promise<unknown> {
  const bytes = await readBytes(req, maxBytes);
  if (bytes.length === 0) return undefined;
  refuseOtherTypes(req, ["application/json"]);
  return parseJson(bytes);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads UTF-8; `asText` names members to keep as source text. @throws Problem bad_json */
export function parseJson(bytes: Uint8Array, asText: string[] = []): unknown {
  try {
    const json = decoder.decode(bytes);
    return withTexts(JSON.parse(json), json, asText);
  } catch (cause) {
    throw problem("bad_json", { cause });
  }
}

export function mediaType(req: Request): string {
  return (req.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

function withTexts(body: unknown, json: string, names: string[]): unknown {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return body;
  const members = body as Record<string, unknown>;
  for (const name of names) {
    if (Object.hasOwn(body, name)) members[name] = new JsonText(memberText(json, name)!);
  }
  return body;
}

/** @throws Problem unsupported_media_type, too_large, bad_request */
export async function readTyped(req: Request, accepted: string[], maxBytes = defaultMaxBytes) {
  refuseOtherTypes(req, accepted);
  return await readBytes(req, maxBytes);
}

function refuseOtherTypes(req: Request, accepted: string[]): void {
  const type = mediaType(req);
  if (!accepted.includes(type)) throw problem("unsupported_media_type", { details: { accepted } });
  if (type === "application/json" || type === "text/plain") refuseCharset(req);
}

const utf8 = ["utf-8", "utf8", "us-ascii"];

export function refuseCharset(req: Request): void {
  for (const parameter of (req.headers.get("content-type") ?? "").split(";").slice(1)) {
    const [name = "", value = ""] = parameter.split("=");
    if (name.trim().toLowerCase() !== "charset") continue;
    const charset = value.trim().replaceAll('"', "").toLowerCase();
    if (utf8.includes(charset)) continue;
    const details = { acceptedCharsets: ["utf-8"] };
    throw problem("unsupported_media_type", { sentence: inputWords.otherCharset, details });
  }
}

/** @throws Problem unsupported_media_type for a compressed body (RFC 9110, 8.4 and 15.5.16) */
export function refuseEncoded(req: Request): void {
  const codings = (req.headers.get("content-encoding") ?? "").toLowerCase().split(",");
  if (codings.every((coding) => ["", "identity"].includes(coding.trim()))) return;
  const headers = { "Accept-Encoding": "identity" };
  throw problem("unsupported_media_type", { sentence: inputWords.compressed, headers });
}

const read = new WeakMap<Request, number>();

export function bytesRead(req: Request): number {
  return read.get(req) ?? 0;
}

/** Stops as soon as the body is too large. @throws Problem too_large, bad_request */
export async function readBytes(req: Request, maxBytes = defaultMaxBytes): Promise<Uint8Array> {
  const stated = req.headers.get("content-length");
  if (Number(stated ?? 0) > maxBytes) throw problem("too_large", { details: { maxBytes } });
  try {
    // The server enforces content-length; reading at once costs a third of streaming.
    if (stated === null) return await readStream(req, maxBytes);
    const whole = await req.bytes();
    read.set(req, whole.length);
    return whole;
  } catch (error) {
    // A dropped connection or broken chunking is the caller's error, not a 500.
    if (error instanceof Error && error.name !== "Problem") {
      throw problem("bad_request", { cause: error });
    }
    throw error;
  }
}

async function readStream(req: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.body ?? []) {
    size += chunk.length;
    read.set(req, size);
    if (size > maxBytes) throw problem("too_large", { details: { maxBytes } });
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Names the wrong fields at once. @throws Problem validation_failed */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const [oversized] = findOversized(schema, value);
  if (oversized) {
    const fields = { [fieldName(oversized.path)]: textOfMessage(oversized.message) };
    throw problem("validation_failed", { fields });
  }
  const parsed = schema.safeParse(value, { error: issueWords });
  if (parsed.success) return parsed.data;
  throw problem("validation_failed", { fields: fieldErrors(parsed.error.issues) });
}

/** @throws Problem validation_failed if a parameter is given twice, or there are too many */
export function queryObject(params: URLSearchParams): Record<string, string> {
  const values: [string, string][] = [];
  const twice: Record<string, Text> = {};
  for (const [name, list] of groupByName(params)) {
    if (list.length > 1) twice[name] = inputWords.givenTwice;
    values.push([name, list[0]!]);
  }
  if (Object.keys(twice).length > 0) throw problem("validation_failed", { fields: twice });
  return Object.fromEntries(values);
}

// No check below aborts: that would skip the checks of the object around the field.

/** Without NUL and lone surrogates, which Postgres and JSON cannot store. */
export const cleanText = z.string().refine(isClean, { error: message("unclean") });

/** Length in Unicode code points; some text must be visible unless `min` is 0. */
export function text({ min = 1, max }: { min?: number; max: number }) {
  return bounded(cleanText, { min, max });
}

/** CR LF of spreadsheets and forms, and the CR of old files, as LF. */
export function plainLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

export function linesText({ min = 1, max }: { min?: number; max: number }) {
  return bounded(cleanText.overwrite(plainLineEnds), { min, max });
}

/** One line, composed (NFC), without blanks around it: what breaks lines becomes a blank. */
export function nameText({ min = 1, max }: { min?: number; max: number }) {
  const line = cleanText.overwrite((value) => trimmed(oneLine(value)).normalize("NFC"));
  return bounded(line, { min, max });
}

function bounded(schema: z.ZodString, { min, max }: { min: number; max: number }) {
  return schema
    .refine((value) => min === 0 || isVisible(value), { error: message("blank") })
    .refine((value) => value.length <= max || codePoints(value) <= max, {
      error: ({ input }) => message("mostCharacters", max, codePoints(String(input)) - max),
    })
    .meta({ override: { type: "string", minLength: min, maxLength: max } });
}

export function isVisible(value: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);
}

// Joiners and variation selectors are none: at the end of a text they belong to an emoji.
const blank = /[\s\p{Cc}\u200B\u2060\uFEFF]/u;

function trimmed(value: string): string {
  return withoutEdges(value, blank);
}

const lineBreak = /[\t-\r\u0085\u2028\u2029]/;

/** Line breaks and tabs, with the blanks around them, become one blank. */
export function oneLine(value: string): string {
  if (!lineBreak.test(value)) return value;
  return value.replace(/[ \t-\r\u0085\u2028\u2029]+/g, (run) => lineBreak.test(run) ? " " : run);
}

export function queryInteger({ min, max }: { min: number; max: number }) {
  return z.string().regex(/^\d{1,10}$/, { error: message("integerWithin", min, max) })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: message("integerWithin", min, max),
    })
    .meta({ override: { type: "integer", minimum: min, maximum: max } });
}

export function isClean(value: unknown): boolean {
  const pending = [value]; // a stack of our own: input may be nested deeper than calls can be
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "string" && (next.includes("\0") || !next.isWellFormed())) return false;
    // JSON.parse reads 1e999 as Infinity, which JSON.stringify would write as null.
    if (typeof next === "number" && !Number.isFinite(next)) return false;
    if (next !== null && typeof next === "object") {
      for (const [name, part] of Object.entries(next)) pending.push(name, part);
    }
  }
  return true;
}

export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

const maxFields = 50;

function fieldErrors(issues: z.core.$ZodIssue[]): Record<string, Text> {
  const fields: Record<string, Text> = Object.create(null);
  const add = (path: PropertyKey[], text: Text) => {
    if (Object.keys(fields).length < maxFields) fields[fieldName(path)] ??= text;
  };
  for (const issue of flatIssues(issues.slice(0, maxFields))) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, maxFields)) {
        add([...issue.path, key], inputWords.unknownField);
      }
    } else add(issue.path, textOfMessage(issue.message));
  }
  return fields;
}
