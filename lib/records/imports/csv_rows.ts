export class CsvError extends Error {
  /** @param line where it is noticed, the first is 1 */
  constructor(readonly fault: "open_quote" | "long_row", readonly line: number) {
    super(`${fault} at line ${line}`);
  }
}

interface Options {
  delimiter: string;
  most: number;
  longest: number;
}

const returns = 13;
const feed = 10;

/** Takes CSV (RFC 4180) apart. @throws CsvError a quote is not closed, or a row too long */
export function readRows(text: string, { delimiter, most, longest }: Options): string[][] {
  const rows: string[][] = [];
  const separator = delimiter.charCodeAt(0);
  const fault = (kind: CsvError["fault"], at: number) => new CsvError(kind, linesIn(text, at));
  let row: string[] = [];
  let rowFrom = 0;
  let at = 0;
  const isEnd = (place: number) => {
    const code = text.charCodeAt(place);
    return place >= text.length || code === separator || code === feed || code === returns;
  };
  while (rows.length < most && (at < text.length || row.length > 0)) {
    let cell: string | undefined;
    let from = at;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1, rowFrom + longest);
      if (close < 0) {
        throw text.length - rowFrom > longest
          ? fault("long_row", rowFrom + longest)
          : fault("open_quote", text.length);
      }
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
      if (!isEnd(at)) cell = `"${cell}"`;
      from = at;
    }
    while (!isEnd(at)) at++;
    row.push((cell ?? "") + text.slice(from, at));
    if (at - rowFrom > longest) throw fault("long_row", at);
    if (at < text.length && text.charCodeAt(at) === separator) {
      at++;
      if (at < text.length) continue;
      row.push("");
    }
    rows.push(row);
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
    rowFrom = at;
  }
  return rows;
}

function closingQuote(text: string, from: number, end: number): number {
  for (let at = from; at <= end;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote > end) return -1;
    if (text[quote + 1] !== '"') return quote;
    at = quote + 2;
  }
  return -1;
}

function linesIn(text: string, end: number): number {
  return text.slice(0, end).split(/\r\n|\n|\r/).length;
}
