export class CsvError extends Error {
  /** @param line of the quote that is open, or where the row begins; the first is 1 */
  constructor(readonly fault: "open_quote" | "long_row", readonly line: number) {
    super(`${fault} at line ${line}`);
  }
}

interface Options {
  delimiter: string;
  most: number;
  longest: number;
  /** Whether a fault ends the rows instead of refusing the text. */
  isTrial?: boolean;
}

const returns = 13;
const feed = 10;

/** Takes CSV (RFC 4180) apart. @throws CsvError a quote is not closed, or a row too long */
export function readRows(text: string, options: Options): string[][] {
  const rows: string[][] = [];
  try {
    for (const row of rowsIn(text, options)) {
      rows.push(row);
      if (rows.length === options.most) break;
    }
  } catch (error) {
    if (!options.isTrial) throw error;
  }
  return rows;
}

function* rowsIn(text: string, { delimiter, longest }: Options): Generator<string[]> {
  const separator = delimiter.charCodeAt(0);
  const fault = (kind: CsvError["fault"], at: number) => new CsvError(kind, linesIn(text, at));
  let row: string[] = [];
  let rowFrom = 0;
  let at = 0;
  const isEnd = (index: number) => {
    const code = text.charCodeAt(index);
    return index >= text.length || code === separator || code === feed || code === returns;
  };
  while (at < text.length || row.length > 0) {
    let cell: string | undefined;
    let from = at;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1, rowFrom + longest);
      if (close < 0) throw fault("open_quote", at);
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      if (!isEnd(close + 1)) {
        // It is another cell's quote that was found, lines below.
        if (text[close + 1] !== " " && /[\r\n]/.test(cell)) throw fault("open_quote", at);
        cell = `"${cell}"`;
      }
      at = close + 1;
      from = at;
    }
    while (!isEnd(at)) at++;
    row.push((cell ?? "") + text.slice(from, at));
    if (at - rowFrom > longest) throw fault("long_row", rowFrom);
    if (at < text.length && text.charCodeAt(at) === separator) {
      at++;
      if (at < text.length) continue;
      row.push("");
    }
    yield row;
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
    rowFrom = at;
  }
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
