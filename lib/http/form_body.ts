import {
  defaultMaxBytes,
  mediaType,
  parseJson,
  readBytes,
  refuseCharset,
} from "@/lib/input/input.ts";
import { problem } from "@/lib/input/errors.ts";
import { groupByName } from "@/lib/input/names.ts";
import { inputWords } from "@/lib/words/input.ts";

/** A body that another site's page can send: JSON, or a form as browsers post it. */

export const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
const json = ["application/json", "text/plain"];

export function isForm(req: Request): boolean {
  return forms.includes(mediaType(req));
}

/** Whether it is a form's own post, answered with a page; fetch mode or `Accept` show a script. */
export function isFormPost(req: Request): boolean {
  const mode = req.headers.get("sec-fetch-mode") ?? "navigate";
  return isForm(req) && mode === "navigate" &&
    !(req.headers.get("accept") ?? "").includes("application/json");
}

/**
 * Reads JSON or a form; a name that comes several times has a list of texts.
 * @throws Problem unsupported_media_type, too_large, bad_json, bad_request, validation_failed
 */
export async function readFormOrJson(req: Request, maxBytes = defaultMaxBytes): Promise<unknown> {
  const type = mediaType(req);
  if (!forms.includes(type) && !json.includes(type)) throw problem("unsupported_media_type");
  if (type !== "multipart/form-data") refuseCharset(req);
  const bytes = await readBytes(req, maxBytes);
  if (json.includes(type)) {
    refuseDepth(bytes);
    return parseJson(bytes);
  }
  const contentType = req.headers.get("content-type")!;
  refuseManyFields(bytes, contentType);
  const entries = await parseForm(bytes, contentType);
  return Object.fromEntries(
    [...groupByName(entries)].map((
      [name, values],
    ) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** Depth beyond any form's; parsing costs by the depth more than by the length. */
const maxDepth = 100;

/**
 * Counts brackets outside of strings, before the parser builds what they nest. @throws Problem
 * bad_json
 */
function refuseDepth(bytes: Uint8Array): void {
  const [quote, backslash, openList, closeList, open, close] = [34, 92, 91, 93, 123, 125];
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === openList || byte === open) {
      if (++depth > maxDepth) throw problem("bad_json");
    } else if (byte === closeList || byte === close) depth--;
    else if (byte === quote) {
      while (++at < bytes.length && bytes[at] !== quote) if (bytes[at] === backslash) at++;
    }
  }
}

/** Fields beyond any form's; taking a form apart costs by its fields. */
const maxFields = 500;

function refuseManyFields(bytes: Uint8Array, type: string): void {
  const text = new TextDecoder("latin1").decode(bytes);
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  const separator = boundary ? `--${boundary}` : "&";
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
    if (++count > maxFields) {
      throw problem("validation_failed", { fields: { body: inputWords.tooManyInForm } });
    }
  }
}

async function parseForm(bytes: Uint8Array, type: string): Promise<[string, unknown][]> {
  try {
    const body = bytes as Uint8Array<ArrayBuffer>;
    const data = await new Response(body, { headers: { "Content-Type": type } }).formData();
    return [...data].filter(([, value]) => typeof value === "string" || value.size > 0)
      .map(([name, value]) => [
        name,
        typeof value === "string" ? value.replaceAll("\r\n", "\n") : value,
      ]);
  } catch (cause) {
    throw problem("bad_request", { cause });
  }
}
