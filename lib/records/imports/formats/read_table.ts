import { readCsv } from "@/lib/records/imports/csv.ts";
import { withVariants } from "@/lib/records/imports/formats/shop_rows.ts";
import { refusal, type Table, type TableLimits } from "@/lib/records/imports/formats/table.ts";
import { cardText, readCards } from "@/lib/records/imports/formats/vcard/read_cards.ts";
import { formatWords } from "@/lib/records/imports/formats/words.ts";
import { isZip } from "@/lib/records/imports/formats/xlsx/zip.ts";
import { readWorkbook } from "@/lib/records/imports/formats/xlsx/read_workbook.ts";
import type { Language } from "@/lib/words/language.ts";

interface Options {
  heads: ReadonlySet<string>;
  limits: TableLimits;
  /** Language of the heads that a file without any gets. */
  language: Language;
  sheet?: string;
}

/**
 * Reads a table by what is in the file, whatever its name: vCards (2.1, RFC 2426, RFC 6350), Office
 * Open XML workbooks, or text.
 * @throws Problem validation_failed (`body`): another format, more than the limits, as readCsv
 */
export function readTable(bytes: Uint8Array, options: Options): Table {
  if (isCompoundFile(bytes)) throw refusal(formatWords.oldWorkbook);
  return withVariants(readRows(bytes, options));
}

function readRows(bytes: Uint8Array, { heads, limits, language, sheet }: Options): Table {
  if (isZip(bytes)) return readWorkbook(bytes, { heads, limits, sheet });
  const cards = cardText(bytes);
  if (cards) return readCards(cards, { limits, language });
  return { ...readCsv(bytes, { heads, limits }), format: "csv", sheets: [] };
}

/** An OLE file: what Excel wrote until 2003, and writes today with a password. */
function isCompoundFile(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte);
}
