/** JSON kept as source text: parsing would change numbers beyond 2^53 or such as `1.0`. */

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
    const json = JSON.stringify(value);
    if (texts.length === 0) return json;
    return json.replace(new RegExp(`"${mark}(\\d+)"`, "g"), (_, at) => texts[Number(at)]!);
  } finally {
    embedded = undefined;
  }
}

const tokens = /[{}[\]:,]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\]:,"]+/g;

/** A member's minified source text in well-formed JSON; of several, the last as in `JSON.parse`. */
export function memberText(json: string, name: string): string | undefined {
  let pieces: string[] | undefined;
  let open: string[] | undefined;
  let previous = "";
  let depth = 0;
  for (const [token] of json.matchAll(tokens)) {
    if (token === "}" || token === "]") depth--;
    if (depth === 0 || (depth === 1 && token === ",")) open = undefined;
    open?.push(token);
    if (depth === 1 && token === ":") {
      open = JSON.parse(previous) === name ? pieces = [] : undefined;
    }
    if (token === "{" || token === "[") depth++;
    previous = token;
  }
  return pieces?.join("");
}
