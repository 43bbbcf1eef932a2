/** Workbooks as Excel, other programs and their bugs write them. */
import assert from "node:assert/strict";
import exceljs from "exceljs";
import { recordsIn, refusalOf, tableIn } from "./tables.ts";
import { bookOf, bookParts, textRows, zipOf } from "./workbook.ts";

/** Cells below a head of one column. */
function column(cells: string[], more: Partial<Parameters<typeof bookOf>[0]> = {}): string[] {
  const data = `<row r="1"><c r="A1" t="str"><v>H</v></c></row>` +
    cells.map((cell, at) => `<row r="${at + 2}">${cell}</row>`).join("");
  const { rows } = tableIn(bookOf({ sheets: [{ data }], ...more }));
  return cells.map((_, at) => rows.find(({ row }) => row === at + 2)?.cells[0] ?? "");
}

const styles = `<numFmts>
  <numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/>
  <numFmt numFmtId="165" formatCode="00000"/>
  <numFmt numFmtId="166" formatCode="#,##0.00\\ &quot;días&quot;"/>
  <numFmt numFmtId="167" formatCode="[Red]0.00;[$-40A]General"/>
  <numFmt numFmtId="168" formatCode="0.0%"/>
  <numFmt numFmtId="169" formatCode="[h]:mm"/>
  </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>
  <xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/>
  <xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="168"/><xf numFmtId="9"/>
  <xf numFmtId="21"/><xf numFmtId="169"/></cellXfs>`;

type Case = [what: string, cell: string, text: string];

const cells: Case[] = [
  ["a whole number", "<c><v>34600000000</v></c>", "34600000000"],
  ["a long one", "<c><v>1.2345678901234501E+20</v></c>", "123456789012345000000"],
  ["noise of a sum", "<c><v>12.100000000000001</v></c>", "12.1"],
  ["a small one", "<c><v>1.5000000000000001E-7</v></c>", "0.00000015"],
  ["a negative one", "<c><v>-0.25</v></c>", "-0.25"],
  ["text that looks like a number", '<c t="str"><v>08001</v></c>', "08001"],
  ["a postcode with a form of zeros", '<c s="3"><v>8001</v></c>', "08001"],
  ["a day", '<c s="1"><v>46054</v></c>', "2026-02-01"],
  ["a day and a time", '<c s="2"><v>46054.395833333336</v></c>', "2026-02-01T09:30"],
  ["a time alone", '<c s="8"><v>0.5</v></c>', "12:00"],
  ["hours", '<c s="9"><v>0.25</v></c>', "06:00"],
  ["the last second of a day", '<c s="2"><v>46054.99999999</v></c>', "2026-02-02"],
  ["the first day of 1900", '<c s="1"><v>1</v></c>', "1900-01-01"],
  ["the day after Excel's 29 February", '<c s="1"><v>61</v></c>', "1900-03-01"],
  ["what is no day", '<c s="1"><v>-3</v></c>', "-3"],
  ["a day far out", '<c s="1"><v>99999999</v></c>', "99999999"],
  ["a number with days in its form", '<c s="4"><v>30</v></c>', "30"],
  ["a number with a colour and a place", '<c s="5"><v>1.5</v></c>', "1.5"],
  ["a percentage", '<c s="7"><v>0.21</v></c>', "21%"],
  ["a percentage with a decimal", '<c s="6"><v>0.105</v></c>', "10.5%"],
  ["a style that is not there", '<c s="99"><v>7</v></c>', "7"],
  ["yes", '<c t="b"><v>1</v></c>', "TRUE"],
  ["no", '<c t="b"><v>0</v></c>', "FALSE"],
  ["an error", '<c t="e"><v>#N/A</v></c>', ""],
  ["a formula's last value", "<c><f>A1*2</f><v>42</v></c>", "42"],
  ["a formula's last text", '<c t="str"><f>"a"</f><v>a &amp; b</v></c>', "a & b"],
  ["a formula without a value", "<c><f>A1</f></c>", ""],
  ["an ISO day", '<c t="d"><v>2026-02-02T00:00:00Z</v></c>', "2026-02-02"],
  ["shared text", '<c t="s"><v>0</v></c>', "Ana"],
  ["shared rich text", '<c t="s"><v>1</v></c>', "María Soler"],
  ["an empty shared text", '<c t="s"><v>2</v></c>', ""],
  ["the one after it", '<c t="s"><v>3</v></c>', "último"],
  ["a shared text that is not there", '<c t="s"><v>-1</v></c>', ""],
  ["a shared text without a number", '<c t="s"/>', ""],
  ["inline text", '<c t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', "a"],
  ["inline rich text", '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', "ab"],
  ["inline text without any", '<c t="inlineStr"/>', ""],
  ["entities", '<c t="str"><v>&lt;&#233;&#xE9;&quot;&unknown;</v></c>', '<éé"&unknown;'],
  ["CDATA and comments", '<c t="str"><v>a<!-- > --><![CDATA[<&amp;>]]></v></c>', "a<&amp;>"],
  ["letters without room in XML", '<c t="str"><v>a_x000D_&#10;b_x0041_</v></c>', "a\nbA"],
  ["our own sign before a formula", `<c t="str"><v>'=1+1</v></c>`, "=1+1"],
];

const strings = `<si><t>Ana</t></si>
  <si><r><t>María</t></r><r><rPr><b/></rPr><t xml:space="preserve"> Soler</t></r>
  <rPh sb="0" eb="1"><t>X</t></rPh></si><si/><si><t>último</t><phoneticPr fontId="1"/></si>`;

Deno.test("cells of a workbook are read as their values", () => {
  const read = column(cells.map(([, cell]) => cell), { styles, strings });
  for (const [at, [what, , text]] of cells.entries()) assert.equal(read[at], text, what);
});

Deno.test("days since 1904 are the same days", () => {
  const book = { styles, is1904: true };
  assert.deepEqual(column(['<c s="1"><v>44592</v></c>', '<c s="1"><v>0</v></c>'], book), [
    "2026-02-01",
    "1904-01-01",
  ]);
});

Deno.test("rows and cells stand where they say, or one after the other", () => {
  const data =
    '<row r="3"><c r="B3" t="str"><v>Nombre</v></c><c r="D3" t="str"><v>NIF</v></c></row>' +
    '<row r="4" spans="1:9"/><row r="7"><c r="D7" t="str"><v>B1</v></c></row>' +
    '<row><c/><c t="str"><v>Luz</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>';
  const { header, rows } = tableIn(bookOf({ sheets: [{ data }] }));
  assert.deepEqual(header, ["", "Nombre", "", "NIF"]);
  assert.deepEqual(rows, [
    { row: 7, cells: ["", "", "", "B1"] },
    { row: 8, cells: ["", "Luz"] },
  ]);
});

const head = ["Nombre", "Email"];
const ana = ["Ana", "a@x.es"];

const titled: [rows: string[][], header: string[], row: number][] = [
  [[["Listado de clientes"], [], head, ana], head, 4],
  [[["Nombre"], head, ana], head, 3],
  [[["Informe", "de", "2026"], ["Nombre", ""], head, ana], head, 4],
  [[["zzz", "yyy"], ana, ["Nombre"]], ["zzz", "yyy"], 2],
  [[["Clientes"], ["zzz", "yyy"], ana], ["Clientes"], 2],
  [[...Array.from({ length: 9 }, () => ["Informe"]), head, ana], head, 11],
  [[...Array.from({ length: 10 }, () => ["Informe"]), head, ana], ["Informe"], 2],
  [[["Nombre", "x"], ["1", "2"]], ["Nombre", "x"], 2],
];

Deno.test("the head of a sheet stands below its titles, as that of a text file", () => {
  for (const [rows, header, row] of titled) {
    const book = bookOf({ sheets: [{ data: textRows(rows) }] });
    const text = rows.map((cells) => cells.join(";")).join("\n");
    for (const file of [book, text]) {
      const table = tableIn(file, { heads: ["nombre", "email"] });
      assert.deepEqual(table.header, header);
      assert.equal(table.rows[0]!.row, row, text);
    }
  }
});

Deno.test("titles above the head count as no rows", () => {
  const rows = [["Informe"], ["de 2026"], head, ...Array.from({ length: 3 }, () => ana)];
  const book = bookOf({ sheets: [{ data: textRows(rows) }] });
  const heads = ["nombre", "email"];
  assert.equal(tableIn(book, { heads, limits: { rows: 3 } }).rows.length, 3);
  assert.match(refusalOf(book, { heads, limits: { rows: 2 } }).es, /2 filas/);
  const wide = [["a", "b", "c"], head, ana];
  const below = bookOf({ sheets: [{ data: textRows(wide) }] });
  assert.deepEqual(tableIn(below, { heads, limits: { columns: 2 } }).header, head);
});

Deno.test("the first visible sheet with content is read, or the one that is asked for", () => {
  const sheets = [
    { name: "Oculta", state: "hidden", data: textRows([["Nombre"], ["no"]]) },
    { name: "Portada", data: '<row r="1"><c r="A1" s="1"/></row>' },
    { name: "Clientes &amp; más", data: textRows([["Nombre"], ["Ana"]]) },
    { name: "Otra", data: textRows([["Nombre"], ["Luz"]]) },
  ];
  const book = bookOf({ sheets });
  const { sheet, sheets: names, format } = tableIn(book);
  assert.deepEqual([format, sheet], ["xlsx", "Clientes & más"]);
  assert.deepEqual(names, ["Oculta", "Portada", "Clientes & más", "Otra"]);
  assert.deepEqual(recordsIn(book), [{ Nombre: "Ana" }]);
  assert.deepEqual(recordsIn(book, { sheet: "Otra" }), [{ Nombre: "Luz" }]);
  assert.deepEqual(recordsIn(book, { sheet: "Oculta" }), [{ Nombre: "no" }]);
  assert.match(refusalOf(book, { sheet: "Nada" }).es, /«Nada»/);
  assert.match(refusalOf(book, { sheet: "Portada" }).es, /cabecera/);
});

Deno.test("workbooks of other programs are read: prefixes, capitals, no relations, stored parts", () => {
  const prefixed =
    '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>H</x:t></x:is></x:c></x:row>' +
    '<x:row r="2"><x:c r="A2"><x:v>1</x:v></x:c><x:c r="B2" t="s" /></x:row>';
  const { "_rels/.rels": _, "xl/_rels/workbook.xml.rels": __, ...parts } = bookParts({
    sheets: [],
  });
  const book = {
    ...parts,
    "XL/Workbook.xml": '<x:workbook><x:sheets><x:sheet name="a" r:id="x"/></x:sheets></x:workbook>',
    "xl\\worksheets\\sheet1.xml":
      `<x:worksheet><x:sheetData>${prefixed}</x:sheetData></x:worksheet>`,
  };
  const { "xl/workbook.xml": ___, ...those } = book;
  assert.deepEqual(recordsIn(zipOf(those, { isStored: true })), [{ H: "1" }]);
});

Deno.test("a workbook of ExcelJS is read as it was written", async () => {
  const workbook = new exceljs.Workbook();
  const sheet = workbook.addWorksheet("Contactos");
  sheet.addRow(["Nombre", "CP", "Alta", "IVA", "Activo", "Total"]);
  const row = sheet.addRow(["Ana\nRuiz", "08001", new Date("2026-01-31T00:00:00Z"), 0.21, true]);
  row.getCell(4).numFmt = "0%";
  row.getCell(6).value = { formula: "1+1", result: 2 };
  sheet.addRow([{ richText: [{ text: "Lu" }, { font: { bold: true }, text: "z" }] }]);
  const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
  assert.deepEqual(recordsIn(bytes), [
    {
      Nombre: "Ana\nRuiz",
      CP: "08001",
      Alta: "2026-01-31",
      IVA: "21%",
      Activo: "TRUE",
      Total: "2",
    },
    { Nombre: "Luz" },
  ]);
});

Deno.test("what is no workbook of this kind is refused with a way out", () => {
  const ole = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
  assert.match(refusalOf(ole).es, /\.xls\).*contraseña.*\.xlsx/);
  const ods = zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": "",
  });
  assert.match(refusalOf(ods).en, /\.ods/);
  assert.match(refusalOf(zipOf({ "xl/workbook.bin": "x" })).en, /\.xlsb/);
  const none = /no Excel workbook/;
  assert.match(refusalOf(zipOf({ "word/document.xml": "<a/>" })).en, none);
  const whole = bookOf({ sheets: [{ data: textRows([["H"], ["1"]]) }] });
  assert.match(refusalOf(whole.subarray(0, whole.length - 40)).en, none);
  assert.match(refusalOf(Uint8Array.from([0x50, 0x4b, 3, 4])).en, none);
  const parts = bookParts({ sheets: [{ data: textRows([["H"]]) }] });
  const damaged = zipOf(parts);
  damaged.fill(0xff, 40, 120);
  assert.match(refusalOf(damaged).en, none);
  assert.match(refusalOf(bookOf({ sheets: [] })).en, none);
});

Deno.test("workbooks keep to the limits of imports", () => {
  const rows = (count: number, cell = "x") => Array.from({ length: count }, () => [cell]);
  const book = (data: string) => bookOf({ sheets: [{ data }] });
  assert.match(refusalOf(book(textRows(rows(5))), { limits: { rows: 3 } }).es, /3 filas/);
  assert.equal(tableIn(book(textRows(rows(5))), { limits: { rows: 4 } }).rows.length, 4);
  const wide = [Array.from({ length: 5 }, () => "x")];
  assert.match(refusalOf(book(textRows(wide)), { limits: { columns: 4 } }).es, /4 columnas/);
  assert.match(
    refusalOf(book(textRows(rows(2, "x".repeat(50)))), { limits: { cell: 40 } }).es,
    /fila 1/,
  );
  const far = tableIn(
    book('<row r="1"><c r="A1"><v>1</v></c></row><row><c r="XFD2"><v>2</v></c></row>'),
  );
  assert.equal(far.rows[0]!.cells.length, 201, "a cell far out is one more than there may be");
});

Deno.test("a workbook that unpacks to far more than it is takes no memory", () => {
  const text = "x".repeat(30_000);
  const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(19_000);
  const many = bookOf({ sheets: [{ data: cells }], strings: `<si><t>${text}</t></si>` });
  assert.match(refusalOf(many).en, /too much/);
  const blank = " ".repeat(70 * 1024 * 1024);
  const bomb = bookOf({ sheets: [{ data: `${textRows([["H"]])}${blank}` }] });
  assert.ok(bomb.length < 200_000);
  assert.match(refusalOf(bomb).en, /too much/);
  const sheets = Array.from({ length: 20 }, () => ({ data: blank.slice(0, 10 * 1024 * 1024) }));
  assert.match(refusalOf(bookOf({ sheets })).en, /too much/);
  const lying = zipOf(bookParts({ sheets: [{ data: textRows([["H"], ["1"]]) }] }), {
    claimedSize: 1,
  });
  assert.deepEqual(recordsIn(lying), [{ H: "1" }]);
});
