/** What strangers write makes no file unreadable. */
import assert from "node:assert/strict";
import ExcelJS from "exceljs";
import { buildWorkbook } from "@/lib/panel/excel/build_workbook.ts";
import { xmlText } from "@/lib/panel/excel/xml_text.ts";

const place = { language: "es", timeZone: "Europe/Madrid", currency: "EUR" } as const;

/** XML 1.0, 2.2: Char. */
function isChar(code: number): boolean {
  return code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

Deno.test("characters that XML refuses are removed and all others stay", () => {
  const discouraged = (code: number) => code >= 0x7f && code <= 0x9f && code !== 0x85;
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = `a${String.fromCodePoint(code)}b`;
    const isKept = isChar(code) && !discouraged(code);
    if (xmlText(text) !== (isKept ? text : "a\uFFFDb")) assert.fail(code.toString(16));
  }
  const cases = {
    "a\uD800": "a\uFFFD",
    "\uDC00b": "\uFFFDb",
    "\uDE00\uD83D": "\uFFFD\uFFFD",
    "😀 \u{10FFFF}": "😀 \u{10FFFF}",
    "_x0041_": "_x005F_x0041_",
    "_x41_ _x004G_ x0041": "_x41_ _x004G_ x0041",
    "_x0041_x0042_": "_x005F_x0041_x005F_x0042_",
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(xmlText(text), expected);
});

Deno.test("a workbook with such characters is read back cell by cell", async () => {
  const names = [
    "Ana\uFFFE",
    "\uFFFFEva",
    "Lu\uD800is",
    "X\u0001\u000B\u001F",
    "Fin\r\nfin",
    "<&>",
  ];
  const columns = [{ name: "name", label: "Nombre\uFFFF", kind: "text" as const }];
  const bytes = await buildWorkbook(ExcelJS, {
    ...place,
    title: "Informe\uFFFF",
    sheets: [{ name: "Hoja\uFFFE", columns, rows: names.map((name) => ({ name })) }],
    pause: () => Promise.resolve(),
  });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes);
  const cells = book.worksheets[0]!.getColumn(1).values.slice(2).map(String);
  const texts = ["Ana\uFFFD", "\uFFFDEva", "Lu\uFFFDis", "X\uFFFD\uFFFD\uFFFD"];
  assert.deepEqual(cells.slice(0, 4), texts);
  assert.equal(cells[4]!.replaceAll("\r\n", "\n"), "Fin\nfin");
  assert.equal(cells[5], "<&>");
});
