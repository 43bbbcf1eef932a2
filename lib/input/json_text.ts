/** JSON kept as source text: parsing would change numbers beyond 2^53 or such as `1.0`. */
import { datesAsText } from "@/lib/input/bodies/json_dates.ts";

export class JsonText {
  constructor(readonly text: string) {}

  /** Each number becomes a `JSON.rawJSON` of its source text. */
  parseExactly(): unknown {
    return exact.parse(
      this.text,
      (_, value, { source }) => typeof value === "number" ? exact.rawJSON(source!) : value,
    );
  }

  toJSON(): string {
    if (!embedded) throw new Error("writeJson, not JSON.stringify, writes a JsonText");
    return mark + (embedded.push(this.text) - 1);
  }
}

const exact = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(source: string): object;
  isRawJSON(value: unknown): boolean;
};

export const isExactNumber = exact.isRawJSON;

/** The texts of the `writeJson` in progress; it never yields, so one list is enough. */
let embedded: string[] | undefined;
let mark = "";

export function writeJson(value: unknown): string {
  mark ||= crypto.randomUUID();
  const texts: string[] = embedded = [];
  try {
    const json = JSON.stringify(datesAsText(value));
    if (texts.length === 0) return json;
    return json.replace(new RegExp(`"${mark}(\\d+)"`, "g"), (_, at) => texts[Number(at)]!);
  } finally {
    embedded = undefined;
  }
}

/** A member's minified source text in well-formed JSON; of several, the last as in `JSON.parse`. */
export function memberText(json: string, name: string): string | undefined {
  let value: string | undefined;
  let from: number | undefined;
  let key = { start: 0, end: 0 };
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === codes.quote) {
      const end = endOfString(json, at);
      if (depth === 1 && from === undefined) key = { start: at, end };
      at = end - 1;
    } else if (code === codes.colon) {
      if (depth === 1 && isName(json.slice(key.start, key.end), name)) from = at + 1;
    } else if (code === codes.brace || code === codes.bracket) depth++;
    else if (code === codes.closingBrace || code === codes.closingBracket || code === codes.comma) {
      const outside = code === codes.comma ? depth : --depth + 1;
      if (outside !== 1 || from === undefined) continue;
      value = json.slice(from, at);
      from = undefined;
    }
  }
  return value === undefined ? undefined : minified(value);
}

const codes = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  bracket: 0x5b,
  backslash: 0x5c,
  closingBracket: 0x5d,
  brace: 0x7b,
  closingBrace: 0x7d,
};

/** The place behind the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = start + 1;;) {
    end = json.indexOf('"', end);
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === codes.backslash) backslashes++;
    end++;
    if (backslashes % 2 === 0) return end;
  }
}

function isName(text: string, name: string): boolean {
  return text.includes("\\") ? JSON.parse(text) === name : text === `"${name}"`;
}

const tokens = /[{}[\]:,]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\]:,"]+/g;

function minified(json: string): string {
  return /\s/.test(json) ? json.match(tokens)!.join("") : json;
}
