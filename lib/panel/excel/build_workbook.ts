import type ExcelJS from "exceljs";
import { addAmounts } from "@/lib/input/amounts.ts";
import { type Cell, createCellReader, formatsOf } from "@/lib/panel/excel/cells.ts";
import type { Sheet, SheetColumn, SheetPlace, SheetRow } from "@/lib/panel/excel/sheet.ts";
import { xmlText } from "@/lib/panel/excel/xml_text.ts";
import { excelWords } from "@/lib/panel/excel/words.ts";

/** Rows added at a time; then the page may paint. */
const rowsAtOnce = 500;
const widths = { min: 9, max: 60 };
const firstRow = 2;

/** The part of exceljs that is used: tests have its build for Deno, browsers theirs. */
export type ExcelLibrary = Pick<typeof ExcelJS, "Workbook">;

interface Building extends SheetPlace {
  sheets: (Sheet & { rows: SheetRow[] })[];
  title: string;
  pause: () => Promise<void>;
}

/** Builds an .xlsx file: typed cells, a frozen header that filters, sums as formulas. */
export async function buildWorkbook(
  { Workbook }: ExcelLibrary,
  { sheets, title, pause, ...place }: Building,
): Promise<ArrayBuffer> {
  const workbook = new Workbook();
  workbook.title = xmlText(title);
  workbook.creator = "Relevo";
  workbook.created = new Date();
  for (const sheet of sheets) {
    const page = workbook.addWorksheet(sheetName(sheet.name), {
      views: [{ state: "frozen", xSplit: 1, ySplit: 1 }],
    });
    await fillSheet(page, sheet, place, pause);
  }
  return await workbook.xlsx.writeBuffer() as ArrayBuffer;
}

async function fillSheet(
  page: ExcelJS.Worksheet,
  { columns, rows }: Building["sheets"][number],
  place: SheetPlace,
  pause: Building["pause"],
) {
  const read = createCellReader(place);
  const formats = formatsOf(place);
  const longest = columns.map(({ label }) => label.length);
  page.addRow(columns.map(({ label }) => xmlText(label)));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    for (const row of rows.slice(at, at + rowsAtOnce)) {
      const cells = columns.map((column) => read(column, row[column.name]));
      cells.forEach((cell, index) => longest[index] = Math.max(longest[index]!, lengthOf(cell)));
      page.addRow(cells);
    }
    await pause();
  }
  columns.forEach(({ kind }, index) => {
    const column = page.getColumn(index + 1);
    column.width = Math.min(Math.max(longest[index]! + 2, widths.min), widths.max);
    const format = formats[kind];
    if (format) column.numFmt = format;
  });
  addTotals(page, columns, rows.length, place);
  const head = page.getRow(1);
  head.font = { bold: true };
  head.numFmt = "@";
  columns.forEach(({ kind }, index) => {
    if (kind === "number" || kind === "money" || kind === "percent") {
      head.getCell(index + 1).alignment = { horizontal: "right" };
    }
  });
  page.autoFilter = {
    from: { row: 1, column: 1 },
    to: { row: rows.length + 1, column: columns.length },
  };
}

/** Sums as formulas that go on counting when cells are changed, with what they come to now. */
function addTotals(
  page: ExcelJS.Worksheet,
  columns: SheetColumn[],
  count: number,
  { language }: SheetPlace,
) {
  if (count === 0 || !columns.some(({ total }) => total)) return;
  const last = count + 1;
  const totals = page.getRow(last + 1);
  totals.font = { bold: true };
  const rangeOf = (index: number) => {
    const { letter } = page.getColumn(index + 1);
    return `${letter}${firstRow}:${letter}${last}`;
  };
  const valuesOf = (index: number) =>
    Array.from({ length: count }, (_, at) => page.getRow(at + firstRow).getCell(index + 1).value);
  if (!columns[0]!.total) totals.getCell(1).value = excelWords.total[language];
  columns.forEach(({ kind, total }, index) => {
    if (!total) return;
    const cell = totals.getCell(index + 1);
    const values = valuesOf(index).map(Number);
    if (total === true) {
      cell.value = { formula: `SUM(${rangeOf(index)})`, result: sumOf(values, kind) };
      return;
    }
    const by = columns.findIndex(({ name }) => name === total.column);
    const word = columns[by]!.words?.[total.value] ?? total.value;
    const states = valuesOf(by);
    const counted = values.filter((_, at) => states[at] === word);
    const formula = `SUMIF(${rangeOf(by)},"${word.replaceAll('"', '""')}",${rangeOf(index)})`;
    cell.value = { formula, result: sumOf(counted, kind) };
  });
}

function sumOf(values: number[], kind: SheetColumn["kind"]): number {
  return kind === "money"
    ? addAmounts(values)
    : values.reduce((sum, value) => sum + Math.round(value), 0);
}

function lengthOf(cell: Cell): number {
  if (cell === null) return 0;
  if (cell instanceof Date) return 16;
  if (typeof cell === "number") return Math.round(cell).toLocaleString("en").length + 5;
  return Math.max(...cell.split("\n").map((line) => line.length));
}

/** Returns a sheet's name: at most 31 characters, none of those that name cells. */
function sheetName(name: string): string {
  return xmlText(name.replace(/[[\]:*?/\\]/g, " ").slice(0, 31));
}
