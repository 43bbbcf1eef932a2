/**
 * JSON that travels as its source text: a parsed number beyond 2^53, or one such as `1.0`, would
 * come back changed. `memberText` takes it out of a body, `writeJson` puts it into an answer.
 */

/** A JSON value as its minified source text. */
export class JsonText {
  constructor(readonly text: string) {}

  /** The parsed value; each number is a `JSON.rawJSON` of its source text. */
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

/** The ECMAScript proposal "JSON.parse source text access", which TypeScript does not know yet. */
const exact = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(source: string): object;
  isRawJSON(value: unknown): boolean;
};

/** Whether the value is a number of `parseExactly`. */
export const isExactNumber = exact.isRawJSON;

/** The texts that the `writeJson` under way embeds; it never yields, so one is enough. */
let embedded: string[] | undefined;
/** Stands for an embedded text until all is written; nobody can guess it. */
let mark = "";

/** `JSON.stringify`, with every `JsonText` embedded as it is. */
export function writeJson(value: unknown): string {
  mark ||= crypto.randomUUID();
  const texts: string[] = embedded = [];
  try {
    const json = JSON.stringify(value);
    if (texts.length === 0) return json;
    return json.replace(new RegExp(`"${mark}(\\d+)"`, "g"), (_, at) => texts[Number(at)]!);
  } finally {
    embedded = undefined;
  }
}

const tokens = /[{}[\]:,]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\]:,"]+/g;

/**
 * The minified source text of an object's member; of several with that name the last, which is the
 * one that `JSON.parse` keeps.
 * @param json well-formed JSON
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string[] | undefined;
  let open: string[] | undefined;
  let previous = "";
  let depth = 0;
  for (const [token] of json.matchAll(tokens)) {
    if (token === "}" || token === "]") depth--;
    if (depth === 0 || (depth === 1 && token === ",")) open = undefined;
    open?.push(token);
    if (depth === 1 && token === ":") {
      open = JSON.parse(previous) === name ? found = [] : undefined;
    }
    if (token === "{" || token === "[") depth++;
    previous = token;
  }
  return found?.join("");
}
