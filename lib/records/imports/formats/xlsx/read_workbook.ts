import { headRowOf } from "@/lib/records/imports/heads/head_row.ts";
import { refusal, type Table, type TableLimits } from "@/lib/records/imports/formats/table.ts";
import { readSheet, readStrings, type SheetRow } from "@/lib/records/imports/formats/xlsx/sheet.ts";
import { readStyles } from "@/lib/records/imports/formats/xlsx/styles.ts";
import { XmlReader } from "@/lib/records/imports/formats/xlsx/xml.ts";
import { Zip } from "@/lib/records/imports/formats/xlsx/zip.ts";
import { formatWords } from "@/lib/records/imports/formats/words.ts";
import { importWords } from "@/lib/words/imports.ts";

/** Bytes of one part once it is unpacked. */
const mostBytes = { list: 4 * 1024 * 1024, strings: 48 * 1024 * 1024, sheet: 64 * 1024 * 1024 };
const mostSheets = 1_000;

interface Options {
  heads: ReadonlySet<string>;
  limits: TableLimits;
  sheet?: string;
}

/**
 * Reads the values of one sheet of an Office Open XML workbook (ECMA-376): the named one, or the
 * first visible one with content. Formulas are what Excel last made of them. The head is found as
 * readCsv finds it.
 * @throws Problem validation_failed (`body`): another format, damaged, more than the limits
 */
export function readWorkbook(bytes: Uint8Array, { heads, limits, sheet: name }: Options): Table {
  const zip = new Zip(bytes);
  const bookPath = bookIn(zip);
  const { sheets, is1904 } = readBook(zip, bookPath);
  const rest = (type: string) => pathOf(zip, bookPath, type);
  const strings = readStrings(zip.read(rest("sharedStrings"), mostBytes.strings));
  const forms = readStyles(zip.read(rest("styles"), mostBytes.list));
  const named = name === undefined ? sheets : sheets.filter((one) => one.name === name);
  if (name !== undefined && named.length === 0) throw refusal(formatWords.noSheet(name));
  const visible = named.filter((one) => !one.isHidden);
  for (const one of visible.length > 0 ? visible : named) {
    const xml = zip.read(one.path, mostBytes.sheet);
    const rows = xml ? readSheet(xml, { strings, forms, is1904, limits }) : [];
    if (rows.length === 0) continue;
    const names = { sheets: sheets.map((one) => one.name), sheet: one.name };
    return { ...tableOf(rows, { heads, limits }), ...names };
  }
  throw refusal(importWords.noHeader);
}

function bookIn(zip: Zip): string {
  const kind = zip.read("mimetype", 200);
  if (kind && new TextDecoder().decode(kind).includes("opendocument")) {
    throw refusal(formatWords.openDocument);
  }
  if (zip.has("xl/workbook.bin")) throw refusal(formatWords.binaryWorkbook);
  const own = relationsOf(zip, "").find(({ type }) => type.endsWith("/officeDocument"))?.target;
  const path = own ?? "xl/workbook.xml";
  if (!zip.has(path)) throw refusal(formatWords.noWorkbook);
  return path;
}

interface Relation {
  id: string;
  type: string;
  target: string;
}

function relationsOf(zip: Zip, path: string): Relation[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(folder.length);
  const xml = zip.read(`${folder}_rels/${name}.rels`, mostBytes.list);
  if (!xml) return [];
  const relations: Relation[] = [];
  const reader = new XmlReader(xml);
  for (let tag = reader.next(); tag; tag = reader.next()) {
    if (tag.name !== "Relationship" || tag.isEnd) continue;
    const attributes = tag.attributes();
    const target = attributes.get("Target") ?? "";
    relations.push({
      id: attributes.get("Id") ?? "",
      type: attributes.get("Type") ?? "",
      target: resolved(folder, target),
    });
  }
  return relations;
}

/** `/xl/worksheets/sheet1.xml`, `worksheets/sheet1.xml` and `../xl/x.xml` within a folder. */
function resolved(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of `${target.startsWith("/") ? "" : folder}${target}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function pathOf(zip: Zip, bookPath: string, type: string): string {
  const relation = relationsOf(zip, bookPath).find((one) => one.type.endsWith(`/${type}`));
  return relation?.target ?? `xl/${type}.xml`;
}

interface Sheet {
  name: string;
  path: string;
  isHidden: boolean;
}

function readBook(zip: Zip, path: string): { sheets: Sheet[]; is1904: boolean } {
  const reader = new XmlReader(zip.read(path, mostBytes.list)!);
  const relations = new Map(relationsOf(zip, path).map((one) => [one.id, one.target]));
  const sheets: Sheet[] = [];
  let is1904 = false;
  for (let tag = reader.next(); tag && sheets.length < mostSheets; tag = reader.next()) {
    if (tag.isEnd) continue;
    if (tag.name === "workbookPr") {
      is1904 = ["1", "true"].includes(tag.attributes().get("date1904") ?? "");
    }
    if (tag.name !== "sheet") continue;
    const attributes = tag.attributes();
    const id = [...attributes].find(([name]) => name.endsWith(":id"))?.[1] ?? "";
    const state = attributes.get("state") ?? "visible";
    sheets.push({
      name: attributes.get("name") ?? "",
      path: relations.get(id) ?? `xl/worksheets/sheet${sheets.length + 1}.xml`,
      isHidden: state !== "visible",
    });
  }
  if (sheets.length === 0) throw refusal(formatWords.noWorkbook);
  return { sheets, is1904 };
}

function tableOf(
  sheet: SheetRow[],
  { heads, limits }: Pick<Options, "heads" | "limits">,
): Omit<Table, "sheets"> {
  const { at } = headRowOf(sheet.map(({ cells }) => cells), { heads, limits });
  const header = sheet[at]!.cells;
  if (header.length > limits.columns) throw refusal(importWords.mostColumns(limits.columns));
  const rows = sheet.slice(at + 1).map(({ row, cells }) => ({ row, cells }));
  if (rows.length > limits.rows) throw refusal(importWords.mostRows(limits.rows));
  return { format: "xlsx", encoding: "utf-8", delimiter: ",", header, rows };
}
