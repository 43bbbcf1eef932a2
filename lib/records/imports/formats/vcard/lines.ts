/** A property of a card: `item1.TEL;TYPE=WORK,VOICE:+34 600` (RFC 6350, section 3.3). */
export interface Property {
  group: string;
  name: string;
  /** Parameters in capitals, without quotes; values of one name joined by commas. */
  parameters: Map<string, string>;
  value: string;
}

const foldable = /^[ \t]/;
const head = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)?$/;
const isEdge = /^(?:begin|end):vcard/i;
const isVersion2 = /^version:2/i;

/**
 * The properties of a file of cards. A line that begins with a blank goes on; of version 2.1 the
 * blank belongs to the text. There a quoted-printable value also goes on behind an `=` at the end.
 */
export function* propertiesIn(text: string): Generator<Property> {
  let pieces: string[] = [];
  let isQuoted = false;
  let keepsBlank = false;
  const flush = () => pieces.length === 0 ? undefined : readProperty(pieces.join(""));
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = pieces.at(-1);
    if (isQuoted && last?.endsWith("=") && !isEdge.test(line)) {
      pieces[pieces.length - 1] = last.slice(0, -1);
      pieces.push(line);
      continue;
    }
    if (last !== undefined && foldable.test(line)) {
      pieces.push(keepsBlank ? line : line.slice(1));
      continue;
    }
    const property = flush();
    if (property) yield property;
    pieces = [line];
    isQuoted = hasQuotedValue(line);
    if (isVersion2.test(line)) keepsBlank = true;
    else if (/^version:/i.test(line)) keepsBlank = false;
  }
  const property = flush();
  if (property) yield property;
}

function hasQuotedValue(line: string): boolean {
  const colon = valueFrom(line);
  return colon > 0 && /quoted-printable/i.test(line.slice(0, colon));
}

function valueFrom(line: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ":" && !isQuoted) return at;
  }
  return line.indexOf(":");
}

function readProperty(line: string): Property | undefined {
  const colon = valueFrom(line);
  if (colon < 1) return undefined;
  const [name, ...parameters] = splitOutsideQuotes(line.slice(0, colon), ";");
  const bare = name!.trim();
  if (!head.test(bare)) return undefined;
  const dot = bare.indexOf(".");
  return {
    group: bare.slice(0, Math.max(dot, 0)).toLowerCase(),
    name: bare.slice(dot + 1).toUpperCase(),
    parameters: parametersOf(parameters),
    value: line.slice(colon + 1),
  };
}

const encodings = ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"];

/** Version 2.1 writes values without their names: `TEL;WORK;FAX`. */
function parametersOf(written: string[]): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const one of written) {
    const equals = one.indexOf("=");
    const value = one.slice(equals + 1).replaceAll('"', "").trim().toUpperCase();
    const name = equals < 0
      ? encodings.includes(value) ? "ENCODING" : "TYPE"
      : one.slice(0, equals).trim().toUpperCase();
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return parameters;
}

function splitOutsideQuotes(text: string, sign: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === sign && !isQuoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
