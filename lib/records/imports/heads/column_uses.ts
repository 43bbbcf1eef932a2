import type { ColumnUse } from "@/lib/records/imports/heads/column_use.ts";
import { clientHeads } from "@/lib/records/imports/heads/client_heads.ts";
import { contactHeads } from "@/lib/records/imports/heads/contact_heads.ts";
import {
  headKey,
  type HeadWords,
  patternOf,
  tableKey,
} from "@/lib/records/imports/heads/head_words.ts";
import { productHeads } from "@/lib/records/imports/heads/product_heads.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import { fieldNames, type ImportedNoun, type ImportFields } from "@/lib/records/imports/import.ts";

const tables: Record<ImportedNoun, readonly HeadWords[]> = {
  contact: contactHeads,
  client: clientHeads,
  product: productHeads,
};

interface Row extends Omit<HeadWords, "heads" | "beside" | "without"> {
  beside?: readonly string[];
  without?: readonly string[];
}

const indexes = new Map<ImportedNoun, Map<string, Row[]>>();

function indexOf(noun: ImportedNoun): Map<string, Row[]> {
  const cached = indexes.get(noun);
  if (cached) return cached;
  const index = new Map<string, Row[]>();
  for (const { heads, beside, without, ...rest } of tables[noun]) {
    const row = { ...rest, beside: beside?.map(tableKey), without: without?.map(tableKey) };
    for (const key of new Set(heads.map(tableKey))) index.set(key, [...index.get(key) ?? [], row]);
  }
  indexes.set(noun, index);
  return index;
}

interface Noun {
  noun: ImportedNoun;
  fields: ImportFields;
}

/** Folded names by which a file's head row is found among its first rows. */
export function headNames({ noun, fields }: Noun): Set<string> {
  const heads = tables[noun].flatMap(({ heads }) => heads)
    .flatMap((head) => head.includes("#") ? [1, 2].map((n) => head.replace("#", `${n}`)) : [head]);
  return new Set([...fieldNames(fields).keys(), ...heads.map(fold)]);
}

/**
 * Finds the purpose of each column: by the whole header row, since programs write the same word for
 * different things, then head by head.
 */
export function columnUses(header: readonly string[], { noun, fields }: Noun) {
  const keys = header.map(headKey);
  const row = new Set([...keys, ...keys.map(patternOf)]);
  const index = indexOf(noun);
  const names = fieldNames(fields);
  const counts = ({ beside, without }: Row) =>
    (!beside || beside.some((key) => row.has(key))) && !without?.some((key) => row.has(key));
  const matches = keys.map((key, at): Row | undefined => {
    if (key === "") return undefined;
    const own = [...index.get(key) ?? [], ...index.get(patternOf(key)) ?? []].find(counts);
    if (own) return own;
    const field = names.get(fold(header[at]!));
    return field === undefined ? undefined : { field };
  }).map((one) => one?.field && Object.hasOwn(fields, one.field) ? one : undefined);
  const uses = withoutSpare(matches);
  return noun === "client" ? namedByLegalName(uses) : uses;
}

function withoutSpare(rows: (Row | undefined)[]): (ColumnUse | null)[] {
  const group = ({ field, part }: Row) => `${field} ${part === undefined}`;
  const least = new Map<string, number>();
  for (const row of rows) {
    if (!row) continue;
    least.set(group(row), Math.min(least.get(group(row)) ?? Infinity, row.spare ?? 0));
  }
  return rows.map((row) => {
    if (!row?.field || (row.spare ?? 0) > least.get(group(row))!) return null;
    const { field, part, rank } = row;
    return { field, ...part === undefined ? {} : { part }, ...rank === undefined ? {} : { rank } };
  });
}

function namedByLegalName(uses: (ColumnUse | null)[]): (ColumnUse | null)[] {
  if (uses.some((use) => use?.field === "name")) return uses;
  return uses.map((use) => use?.field === "legal_name" ? { field: "name" } : use);
}
