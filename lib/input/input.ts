import * as z from "zod";
import { problem } from "@/lib/input/errors.ts";
import { flatIssues, issueWords } from "@/lib/input/issue_words.ts";
import { JsonText, memberText } from "@/lib/input/json_text.ts";
import { message, textOfMessage } from "@/lib/input/messages.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** The ordinary limit of a JSON body, in bytes. */
export const defaultMaxBytes = 64 * 1024;

/**
 * Reads a JSON body of at most `maxBytes`.
 * @param asText members of the body that are wanted as their source text
 * @throws Problem unsupported_media_type, too_large, bad_json
 */
export async function readJson(
  req: Request,
  maxBytes = defaultMaxBytes,
  asText: string[] = [],
): Promise<unknown> {
  return parseJson(await readTyped(req, ["application/json"], maxBytes), asText);
}

/**
 * Reads JSON in UTF-8.
 * @param asText names of members that are kept as their own source text
 * @throws Problem bad_json
 */
export function parseJson(bytes: Uint8Array, asText: string[] = []): unknown {
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return withTexts(JSON.parse(json), json, asText);
  } catch (cause) {
    throw problem("bad_json", { cause });
  }
}

/** The body's media type in lower case, without its parameters; empty where none is said. */
export function mediaType(req: Request): string {
  return (req.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

/** The body with some of its members as a `JsonText`. */
function withTexts(body: unknown, json: string, names: string[]): unknown {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return body;
  const present = names.filter((name) => Object.hasOwn(body, name));
  const texts = present.map((name) => [name, new JsonText(memberText(json, name)!)]);
  return Object.assign(body, Object.fromEntries(texts));
}

/**
 * Reads a body of one of the media types as it is.
 * @throws Problem unsupported_media_type, too_large, bad_request
 */
export async function readTyped(req: Request, accepted: string[], maxBytes = defaultMaxBytes) {
  if (!accepted.includes(mediaType(req))) {
    throw problem("unsupported_media_type", { details: { accepted } });
  }
  return await readBytes(req, maxBytes);
}

/** Reads a body, and stops as soon as it is larger than it may be. */
export async function readBytes(req: Request, maxBytes = defaultMaxBytes): Promise<Uint8Array> {
  const stated = req.headers.get("content-length");
  if (Number(stated ?? 0) > maxBytes) throw problem("too_large", { details: { maxBytes } });
  try {
    // The server holds a body to its stated length: taken whole, it costs a third of a stream.
    return stated === null ? await readStream(req, maxBytes) : await req.bytes();
  } catch (error) {
    // A caller that hangs up half-way, or breaks its own chunking, gets no 500.
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

/**
 * Validates a value and names every wrong field at once.
 * @throws Problem validation_failed
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: issueWords });
  if (parsed.success) return parsed.data;
  throw problem("validation_failed", { fields: fieldErrors(parsed.error.issues) });
}

/** Query parameters as an object; one that is given twice is refused. */
export function queryObject(params: URLSearchParams): Record<string, string> {
  const values: [string, string][] = [];
  const twice: Record<string, Text> = {};
  for (const name of new Set(params.keys())) {
    const given = params.getAll(name);
    if (given.length > 1) twice[name] = inputWords.givenTwice;
    values.push([name, given[0]!]);
  }
  if (Object.keys(twice).length > 0) throw problem("validation_failed", { fields: twice });
  return Object.fromEntries(values);
}

// No check below aborts: an abort would silence the checks of the object around the field. Of the
// messages about one field the first is shown.

/** Text that Postgres and JSON can carry unchanged: no NUL, no half of a surrogate pair. */
export const cleanText = z.string().refine(isClean, { error: message("unclean") });

/** Text of `min` to `max` Unicode code points, not blank unless `min` is 0. */
export function text({ min = 1, max }: { min?: number; max: number }) {
  return cleanText
    .refine((value) => min === 0 || value.trim() !== "", {
      error: message("blank"),
    })
    .refine((value) => value.length <= max || codePoints(value) <= max, {
      error: message("mostCharacters", { max }),
    })
    .meta({ override: { type: "string", minLength: min, maxLength: max } });
}

/** A whole number in a query string. */
export function queryInteger({ min, max }: { min: number; max: number }) {
  return z.string().regex(/^\d{1,10}$/, { error: message("integerWithin", { min, max }) })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: message("integerWithin", { min, max }),
    })
    .meta({ override: { type: "integer", minimum: min, maximum: max } });
}

/** Whether the text, or each text and number within the value, survives Postgres and JSON. */
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

/** How many Unicode code points the text has. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

function fieldErrors(issues: z.core.$ZodIssue[]): Record<string, Text> {
  const fields: Record<string, Text> = Object.create(null);
  for (const issue of flatIssues(issues)) {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        fields[[...path, key].join(".")] ??= inputWords.unknownField;
      }
    } else {
      fields[path.join(".") || "body"] ??= textOfMessage(issue.message);
    }
  }
  return fields;
}
