import { guardFormula, withoutGuard } from "@/lib/input/formula_guard.ts";
import { clientFile } from "@/lib/crm/clients/client_file.ts";
import { readTable } from "@/lib/records/imports/formats/read_table.ts";
import { withVariants } from "@/lib/records/imports/formats/shop_rows.ts";
import { columnOf, plainText } from "@/lib/records/imports/formats/xlsx/cells.ts";
import { columnUses } from "@/lib/records/imports/heads/column_uses.ts";
import { headKey, patternOf } from "@/lib/records/imports/heads/head_words.ts";
import { importLimits } from "@/lib/records/imports/import.ts";
import { bookOf, bookParts, zipOf } from "../../records/imports/formats/workbook.ts";
import type { Reader } from "./reader.ts";

const utf8 = new TextEncoder();
const imports = "lib/records/imports";
const formats = `${imports}/formats`;
const options = { heads: new Set<string>(), limits: importLimits, language: "es" } as const;
const table = { format: "csv", encoding: "utf-8", delimiter: "," } as const;

const sheetOf = (data: string) => bookOf({ sheets: [{ data }] });
const partOf = (name: string, text: string) =>
  zipOf(bookParts({ sheets: [{ data: "" }], parts: { [name]: text } }));

export const tableReaders: Reader[] = [
  {
    name: "a file of cards",
    of: { [`${formats}/read_table.ts`]: ["readTable"] },
    most: importLimits.bytes,
    shapes: [
      ...["BEGIN:VCARD\nFN:a\nEND:VCARD\n", "BEGIN:VCARD\n", "TEL:1\n", "AGENT:\nBEGIN:VCARD\n"],
      ...["=\n", "=3D", ";", ",", "\\", "\\,", ":", ";A=", "item1.TEL:1\n", "\n ", "TEL;"],
    ],
    frames: {
      "as it is": (text) => utf8.encode(`BEGIN:VCARD\n${text}`),
      "version 2": (text) => utf8.encode(`BEGIN:VCARD\nVERSION:2.1\n${text}\nFN:a`),
      parameters: (text) => utf8.encode(`BEGIN:VCARD\nTEL;${text}:1`),
      "a name": (text) => utf8.encode(`BEGIN:VCARD\nN:${text}`),
      "quoted-printable": (text) => utf8.encode(`BEGIN:VCARD\nFN;QUOTED-PRINTABLE:${text}`),
      "base64": (text) => utf8.encode(`BEGIN:VCARD\nFN;BASE64:${text}`),
      "a phone": (text) => utf8.encode(`BEGIN:VCARD\nTEL:tel:${text}`),
    },
    read: (bytes: Uint8Array) => readTable(bytes, options),
  },
  {
    name: "a workbook",
    of: { [`${formats}/read_table.ts`]: ["readTable"] },
    // As it is when it is unpacked.
    most: 40 * 1024 * 1024,
    shapes: [
      ...["<", ">", "<c>", "<c/>", '<c r="A1"/>', "<row>", "<row/>", "<v>", "<is>", "<!", "<!-- "],
      ...["<!-- -->", "<![CDATA[", "<!<![CDATA[>", "&", "&#1;", "=", "='", "_x000D_", "<t>", "<x:"],
      ...["<c><v>1</v></c>", '<row><c t="s"><v>0</v></c></row>', "<si/>", "<si>", "<xf/>", "<rPh>"],
    ],
    frames: {
      "a sheet": sheetOf,
      "a cell": (text) => sheetOf(`<row><c t="str"><v>${text}</v></c></row>`),
      "an attribute": (text) => sheetOf(`<row><c r="${text}"><v>1</v></c></row>`),
      "shared strings": (text) => partOf("xl/sharedStrings.xml", text),
    },
    read: (bytes: Uint8Array) => readTable(bytes, options),
  },
  {
    name: "a workbook's lists",
    of: { [`${formats}/read_table.ts`]: ["readTable"] },
    most: 4 * 1024 * 1024,
    shapes: [
      '<xf numFmtId="14"/>',
      '"',
      "[h",
      "\\",
      "_",
      "../",
      "/",
      '<sheet name="a"/>',
      "PK\x05\x06",
    ],
    frames: {
      "a form of numbers": (text) =>
        partOf(
          "xl/styles.xml",
          `<numFmt numFmtId="1" formatCode='${text}'/><cellXfs><xf numFmtId="1"/>`,
        ),
      styles: (text) => partOf("xl/styles.xml", `<cellXfs>${text}`),
      sheets: (text) => partOf("xl/workbook.xml", text),
      relations: (text) =>
        partOf("_rels/.rels", `<Relationship Type="a/officeDocument" Target="${text}"/>`),
      "the ZIP file": (text) => utf8.encode(`PK\x03\x04${text}`),
    },
    read: (bytes: Uint8Array) => readTable(bytes, options),
  },
  {
    name: "heads of a table",
    of: {
      "lib/input/formula_guard.ts": ["guardFormula", "withoutGuard"],
      [`${imports}/heads/head_words.ts`]: ["headKey", "patternOf"],
      [`${imports}/heads/column_uses.ts`]: ["columnUses"],
      [`${formats}/shop_rows.ts`]: ["withVariants"],
      [`${formats}/xlsx/cells.ts`]: ["columnOf", "plainText"],
    },
    most: 1_000_000,
    shapes: ["1", "é", "e\u0301", "#", "1a", "Name", "option1value", "_x0041_", "_x", "'"],
    read: (text: string) => {
      withoutGuard(guardFormula(text, /^-\d+$/));
      patternOf(headKey(text));
      columnOf(text);
      plainText(text);
      const header = Array.from(
        { length: 200 },
        (_, at) => text.slice(at * 5_000, (at + 1) * 5_000),
      );
      columnUses(header, clientFile);
      const own = ["Handle", "Title", "Variant SKU", ...header];
      withVariants({ ...table, sheets: [], header: own, rows: [] });
    },
  },
];
