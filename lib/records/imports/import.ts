import * as z from "zod";
import { fold } from "@/lib/records/imports/csv_values.ts";
import type { Text } from "@/lib/words/language.ts";
import { price } from "@/lib/input/fields.ts";
import { cleanText, queryInteger } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** An import turns a file's rows into records, or into changes of those that are there. */

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
/** Delimiters by their names in answers: a name fits every language, a sign does not. */
export const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe" } as const;
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** File formats of tables, recognised by content. */
export const tableFormats = ["csv", "vcard", "xlsx"] as const;
export type TableFormat = (typeof tableFormats)[number];

export const importedNouns = ["contact", "client", "product"] as const;
export type ImportedNoun = (typeof importedNouns)[number];

/** Days in which an import can be undone. */
export const importUndoDays = 30;

export const importLimits = {
  bytes: 5 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  /** Characters: the most that a spreadsheet's cell holds. */
  cell: 32_767,
  shown: 50,
  errors: 100,
  examples: 3,
} as const;

type Meaning =
  | "text"
  | "number"
  | "whole"
  | "flag"
  | "instant"
  | "list"
  | "employee"
  | "country"
  | "link"
  | "phone"
  | "email"
  | Record<string, readonly string[]>;

interface ImportField {
  meaning: Meaning;
  /** Column title in a template and on the page that matches columns. */
  label: Text;
  isRequired: boolean;
  words?: Readonly<Record<string, Text>>;
  /** Folded, in Spanish and English; the field's own name counts too. */
  names: readonly string[];
  /** Joins several columns into one value: of its parts alone, or always. */
  joins?: { sign: string; isAlways: boolean };
}
export type ImportFields = Record<string, ImportField>;

/** Columns of a noun's file, and what its rows become. Pure, because a thread reads by it. */
export interface ImportKind<Value> {
  noun: ImportedNoun;
  fields: ImportFields;
  schema: z.ZodType<Value>;
  /** The same without what only a new record must have. */
  partial: z.ZodType<Partial<Value>>;
  keys: Record<string, ImportKey<Value>>;
  columns: Record<string, string>;
  toColumns(value: Partial<Value>): Record<string, unknown>;
  /** Fields that a record keeps from its beginning. */
  onlyNew: readonly string[];
  /** Fields whose doubtful cell refuses the row: without them it means nothing. */
  essential: readonly string[];
  /** Place for cells that no field holds: a field, or the thread of a new record. */
  notebook?: { field?: string; longest: number };
  /** The price, which a new record has from its row or by the caller's choice. */
  priceField?: string;
  follows?: Record<string, readonly string[]>;
}

export interface ImportKey<Value> {
  of(value: Partial<Value>): string | null;
  /** The same as indexed SQL; `among` says which records count. */
  stored: string;
  among?: string;
  /** Kind and value of the identity by which a merged record is still known. */
  merged?(key: string): readonly [kind: string, value: string];
  /** Whether two records that differ in it are never the same, even if a weaker key says so. */
  separates?: true;
}

/** The columns that a row with these fields may change. */
export function changeable<Value>(
  { onlyNew, follows = {} }: ImportKind<Value>,
  fields: readonly string[],
): string[] {
  return fields.filter((field) => !onlyNew.includes(field))
    .flatMap((field) => [field, ...follows[field] ?? []]);
}

/** Every name by which a header can mean a field, folded, in Spanish and English. */
export function fieldNames(fields: ImportFields): Map<string, string> {
  const names = new Map<string, string>();
  for (const [field, { names: others }] of Object.entries(fields)) {
    for (const name of [fold(field), ...others]) if (!names.has(name)) names.set(name, field);
  }
  return names;
}

const queryPrice = z.string().regex(/^\d{1,10}(?:\.\d{1,4})?$/, { error: message("number") })
  .transform(Number).pipe(price);

/** Roles of several columns with one field. */
export const columnRoles = ["value", "joined", "otherwise", "in_notes", "left_out"] as const;
export type ColumnRole = (typeof columnRoles)[number];

const importQuery = z.strictObject({
  duplicates: z.enum(["refuse", "skip", "update"]).default("refuse").meta({
    description: "Whether a row that is there already, or twice in the file, is an error or left " +
      "out; `update` changes the record that is there, and rows for the same record are errors. " +
      "A row of a record that was merged into another is there already, and changes nothing.",
  }),
  invalid: z.enum(["refuse", "skip"]).default("refuse").meta({
    description: "Whether a row with an error refuses the whole file or is left out.",
  }),
  sheet: cleanText.max(255).optional().meta({
    description: "Name of a workbook's sheet; the first visible one with content where absent.",
  }),
  columns: z.string().max(4000).transform((names) => names.split(",")).optional().meta({
    override: { type: "string" },
    description: "Which field each column is, by its place, with commas: `name,,unit_price`. " +
      "A column without one is left out. Several may be the same field, as in `name,name,phone," +
      "phone`: names and addresses are joined in the order of the columns (a given name before a " +
      "family name where their heads say so), long texts and lists always; of others the first that has a value " +
      "wins, and the rest is kept in the record's notes. By their headers where it is absent.",
  }),
  columns_by: z.enum(["header", "company"]).default("header").meta({
    description: "`company`: where `columns` is absent, as the company chose them for the same " +
      "header before; a commit keeps its `columns` as that choice.",
  }),
  price: queryPrice.optional().meta({
    override: { type: "number", minimum: 0 },
    description:
      "Products: the price of new ones whose row has none. Without it, a new product in a file " +
      "that has no column of prices is an error.",
  }),
});
export type ImportOptions = z.output<typeof importQuery>;

export const outcomes = ["new", "changed", "same", "wrong", "left_out"] as const;
export type ImportOutcome = (typeof outcomes)[number];

const previewQuery = importQuery.extend({
  show: z.enum([...outcomes, "remarks"]).optional().meta({
    description:
      "Only rows that become this, in `rows`; `remarks`: rows that come in with remarks.",
  }),
  after: queryInteger({ min: 1, max: 1_000_000 }).optional().meta({
    description: "Only rows below the one of this number, in `rows`.",
  }),
});

const errorsQuery = importQuery.extend({
  rows: z.enum(["wrong", "remarks"]).default("wrong").meta({
    description: "Rows that stay out, or those that come in with remarks.",
  }),
});

const commitQuery = importQuery.extend({
  file_name: cleanText.max(200).optional().meta({
    description: "What the file is called, for the list of imports.",
  }),
  digest: cleanText.max(100).optional().meta({
    description: "The `digest` of the preview that you saw, with the same parameters; where the " +
      "rows would become something else now, nothing is stored (409 `version_conflict`).",
  }),
});

export const importTypes = [
  ...["text/csv", "text/tab-separated-values", "text/plain", "text/vcard"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] as const;

const importBody = z.string().meta({
  id: "ImportFile",
  description: `At most ${importLimits.bytes} bytes, ${importLimits.rows} rows and ` +
    `${importLimits.columns} columns. What it is, is told by its content, whatever its type: ` +
    "text, an Excel workbook (.xlsx) or vCards (2.1, 3.0, 4.0). The first row, of ten, with known names names the columns, also of a sheet, " +
    "by our words or those of other programs (Google Contacts, Outlook, Thunderbird, HubSpot, " +
    "Pipedrive, Odoo, Zoho, Shopify, WooCommerce, PrestaShop, Holded and others); the price is " +
    "the one without tax. Text is UTF-8, Windows-1252 or UTF-16; " +
    "comma, semicolon, tab or `|`; quotes by RFC 4180. Each column is read in one way that all its " +
    "rows show: `1.234,56` or `1,234.56`, `31/12/2026` or `12/31/2026`; also `2026-12-31`, `31 dic " +
    "2026` and a spreadsheet's number of a day. Of a workbook the values of one sheet count, with days as ISO dates. Rows of " +
    "Shopify's variants get their product's title; its rows of pictures are no rows.",
});

const importBodies = Object.fromEntries(importTypes.map((type) => [type, importBody]));

const file = { bodies: importBodies, asBytes: true, maxBytes: importLimits.bytes } as const;
export const errorsRequest = { query: errorsQuery, ...file };
export const previewRequest = { query: previewQuery, ...file };
export const commitRequest = { query: commitQuery, ...file };
