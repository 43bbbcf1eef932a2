import { refusal, type TableLimits } from "@/lib/records/imports/formats/table.ts";
import { columnOf, numberText, plainText } from "@/lib/records/imports/formats/xlsx/cells.ts";
import type { NumberForm } from "@/lib/records/imports/formats/xlsx/styles.ts";
import { type Tag, XmlReader } from "@/lib/records/imports/formats/xlsx/xml.ts";
import { formatWords } from "@/lib/records/imports/formats/words.ts";
import { headWithin } from "@/lib/records/imports/heads/head_row.ts";
import { importWords } from "@/lib/words/imports.ts";

export interface Book {
  strings: readonly string[];
  forms: readonly NumberForm[];
  is1904: boolean;
  limits: TableLimits;
}

export interface SheetRow {
  row: number;
  cells: string[];
}

/** Texts of all cells together, in bytes of a file: a workbook repeats a text for a few bytes. */
const timesOfFile = 4;

/** Strings that cells share, in order: rich text in one piece, without its reading aids. */
export function readStrings(xml: Uint8Array | undefined): string[] {
  if (!xml) return [];
  const strings: string[] = [];
  const reader = new XmlReader(xml);
  for (let tag = reader.next(); tag; tag = reader.next()) {
    if (tag.name !== "si" || tag.isEnd) continue;
    strings.push(tag.isEmpty ? "" : richText(reader, "si"));
  }
  return strings;
}

function richText(reader: XmlReader, until: string): string {
  const pieces: string[] = [];
  let isAid = false;
  for (let tag = reader.next(); tag; tag = reader.next()) {
    if (tag.isEnd && tag.name === until) break;
    if (tag.name === "rPh") isAid = !tag.isEnd && !tag.isEmpty;
    if (tag.name === "t" && tag.isEnd && !isAid) pieces.push(reader.text());
  }
  return plainText(pieces.join(""));
}

/** Rows with text: the head, and titles above it. @throws Problem validation_failed (`body`) */
export function readSheet(xml: Uint8Array, book: Book): SheetRow[] {
  const rows: SheetRow[] = [];
  const reader = new XmlReader(xml);
  const room = new Room(book.limits);
  const mostRows = book.limits.rows + headWithin;
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  for (let tag = reader.next(); tag; tag = reader.next()) {
    if (tag.name === "row" && !tag.isEnd) {
      row = Math.max(row + 1, Number(tag.attributes().get("r")) || 0);
      cells = [];
      column = -1;
    } else if (tag.name === "row") {
      if (cells.length > 0) rows.push({ row, cells: Array.from(cells, (cell) => cell ?? "") });
      if (rows.length > mostRows) throw refusal(importWords.mostRows(book.limits.rows));
      cells = [];
    } else if (tag.name === "c" && !tag.isEnd) {
      const attributes = tag.attributes();
      column = columnOf(attributes.get("r")) ?? column + 1;
      const text = tag.isEmpty ? "" : cellText(reader, attributes, book);
      if (text === "") continue;
      room.take(text, row);
      // What stands far out says only that the row has more cells than the head.
      cells[Math.min(column, book.limits.columns)] = text;
    } else if (tag.name === "sheetData" && tag.isEnd) break;
  }
  return rows;
}

class Room {
  private remaining: number;

  constructor(private readonly limits: TableLimits) {
    this.remaining = timesOfFile * limits.bytes;
  }

  take({ length }: string, row: number): void {
    if (length > this.limits.cell) throw refusal(importWords.longCell(row, this.limits.cell));
    this.remaining -= length + 1;
    if (this.remaining < 0) throw refusal(formatWords.tooMuch);
  }
}

function cellText(reader: XmlReader, attributes: ReturnType<Tag["attributes"]>, book: Book) {
  const type = attributes.get("t") ?? "n";
  let value: string | undefined;
  let inline = "";
  for (let tag = reader.next(); tag; tag = reader.next()) {
    if (tag.isEnd && tag.name === "c") break;
    if (tag.isEnd && tag.name === "v") value = reader.text();
    if (!tag.isEnd && !tag.isEmpty && tag.name === "is") inline = richText(reader, "is");
  }
  if (type === "inlineStr") return inline || plainText(value ?? "");
  if (value === undefined) return "";
  switch (type) {
    case "s":
      return book.strings[Number(value)] ?? "";
    case "b":
      return value.trim() === "1" ? "TRUE" : "FALSE";
    case "e":
      return "";
    case "str":
      return plainText(value);
    case "d":
      return value.trim().replace(/T00:00:00(?:\.0+)?Z?$/, "");
    default: {
      const form = book.forms[Number(attributes.get("s") ?? 0)] ?? { kind: "plain" };
      return numberText(value.trim(), form, book.is1904);
    }
  }
}
