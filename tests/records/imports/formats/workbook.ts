/** Writes workbooks and ZIP files part by part, as programs other than Excel do too. */
import { deflateRawSync } from "node:zlib";

const utf8 = new TextEncoder();

interface ZipOptions {
  isStored?: boolean;
  /** Sizes that the file claims. */
  claimedSize?: number;
}

export function zipOf(
  parts: Record<string, string | Uint8Array>,
  { isStored = false, claimedSize }: ZipOptions = {},
): Uint8Array {
  const pieces: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  const entries = Object.entries(parts);
  for (const [name, content] of entries) {
    const bytes = typeof content === "string" ? utf8.encode(content) : content;
    const packed = isStored ? bytes : new Uint8Array(deflateRawSync(bytes));
    const path = utf8.encode(name);
    const sizes: [number, number] = [packed.length, claimedSize ?? bytes.length];
    const method = isStored ? 0 : 8;
    const local = head(30, [[0x04034b50, 0], ...placed(18, sizes)], [[8, method], [
      26,
      path.length,
    ]]);
    pieces.push(local, path, packed);
    const entry = head(
      46,
      [[0x02014b50, 0], ...placed(20, sizes), [at, 42]],
      [[10, method], [28, path.length]],
    );
    central.push(entry, path);
    at += local.length + path.length + packed.length;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const end = head(22, [[0x06054b50, 0], [size, 12], [at, 16]], [[8, entries.length], [
    10,
    entries.length,
  ]]);
  return joined([...pieces, ...central, end]);
}

function placed(from: number, [packed, size]: [number, number]): [number, number][] {
  return [[packed, from], [size, from + 4]];
}

function head(
  length: number,
  longs: [value: number, at: number][],
  shorts: [at: number, value: number][],
) {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (const [value, at] of longs) view.setUint32(at, value, true);
  for (const [at, value] of shorts) view.setUint16(at, value, true);
  return bytes;
}

function joined(pieces: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

interface SheetParts {
  name?: string;
  state?: string;
  /** What stands within `<sheetData>`. */
  data: string;
}

interface BookParts {
  sheets: SheetParts[];
  strings?: string;
  styles?: string;
  is1904?: boolean;
  /** Parts besides, or instead. */
  parts?: Record<string, string | Uint8Array>;
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

export function bookParts({ sheets, strings, styles, is1904, parts }: BookParts) {
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const all = (list: string[]) => `<Relationships>${list.join("")}</Relationships>`;
  return {
    "_rels/.rels": all([related("rId1", "officeDocument", "xl/workbook.xml")]),
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}">` +
      `<workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${
        sheets.map(({ name, state }, at) =>
          `<sheet name="${name ?? `Hoja${at + 1}`}" sheetId="${at + 1}"${
            state ? ` state="${state}"` : ""
          } r:id="rId${at + 1}"/>`
        ).join("")
      }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": all([
      ...sheets.map((_, at) => related(`rId${at + 1}`, "worksheet", `worksheets/s${at + 1}.xml`)),
      related("rId90", "sharedStrings", "/xl/sharedStrings.xml"),
      related("rId91", "styles", "styles.xml"),
    ]),
    ...Object.fromEntries(
      sheets.map(({ data }, at) => [
        `xl/worksheets/s${at + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
    ...strings === undefined ? {} : { "xl/sharedStrings.xml": `<sst>${strings}</sst>` },
    ...styles === undefined ? {} : { "xl/styles.xml": `<styleSheet>${styles}</styleSheet>` },
    ...parts,
  };
}

export function bookOf(parts: BookParts): Uint8Array {
  return zipOf(bookParts(parts));
}

/** A sheet of text cells. */
export function textRows(rows: string[][]): string {
  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return rows.map((cells) =>
    `<row>${
      cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join("")
    }</row>`
  ).join("");
}
