import { findStored, type Stored, type StoredRecord } from "@/lib/records/imports/find_stored.ts";
import type { Findings } from "@/lib/records/imports/findings.ts";
import type { ImportKind } from "@/lib/records/imports/import.ts";
import { type ImportRow, unpackRows } from "@/lib/records/imports/import_parts.ts";
import type { ImportRead } from "@/lib/records/imports/read_import.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { importWords } from "@/lib/words/imports.ts";

/** Finds for each row of a file the record that it is, by the kind's keys. */

export type Matches = Map<number, StoredRecord>;

interface Keyed {
  row: number;
  apart: string | null;
}

/** Notes rows that are two records, and rows that are the same one. */
export async function matchRows<Value>(
  db: Db,
  tenant: Tenant,
  kind: ImportKind<Value>,
  read: ImportRead,
  { findings, isGood }: { findings: Findings; isGood(row: ImportRow): boolean },
): Promise<Matches> {
  const fields = Object.keys(kind.keys);
  const separating = Object.values(kind.keys).findIndex(({ separates }) => separates);
  const apartOf = (row: ImportRow) => row.keys[separating] ?? null;
  const matches: Matches = new Map();
  const inFile = fields.map(() => new Map<string, Keyed[]>());
  for await (const rows of unpackRows(read.parts)) {
    const stored = await findStored(db, tenant, kind, rows);
    for (const row of rows) {
      if (!isGood(row)) continue;
      const { records, by } = recordsOf(row, stored, apartOf(row));
      if (records.length > 1) {
        const [one, other] = records.map(called);
        findings.refuse(row.row, fields[by]!, importWords.matchesTwo(one!, other!));
        continue;
      }
      // A merge chose the values: the row of the one that went is there and changes nothing.
      if (records[0] && !records[0].isOwn) {
        findings.tell(row.row, { outcome: "same", record: records[0] });
      } else if (records[0]) matches.set(row.row, records[0]);
      else {
        for (const error of row.lacks ?? []) findings.add(error);
        findings.note({ row: row.row, remarks: row.newRemarks });
      }
      for (const [at, key] of row.keys.entries()) {
        if (key !== null) put(inFile[at]!, key, { row: row.row, apart: apartOf(row) });
      }
    }
  }
  refuseDuplicates(inFile, fields, findings);
  yieldMerged(matches, findings);
  refuseSharers(matches, fields[0]!, findings);
  return matches;
}

/** Finds records by all keys of the row together; `by` is the key that found the last. */
function recordsOf(row: ImportRow, stored: Stored[], apart: string | null) {
  let records: StoredRecord[] = [];
  let by = 0;
  for (const [at, key] of row.keys.entries()) {
    const those = key === null ? [] : stored[at]!.get(key) ?? [];
    const ids = new Set(those.map(({ id }) => id));
    const both = records.filter(({ id }) => ids.has(id));
    // Another record's address alone does not make the row that record.
    const more = records.length > 0 ? those : those.filter((one) => !isApart(one.apart, apart));
    if (both.length > 0) records = both;
    else if (more.length > 0) {
      records = [...records, ...more];
      by = at;
    }
  }
  return { records, by };
}

function isApart(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Rows with the same key, each with the number of another one. */
function refuseDuplicates(
  inFile: Map<string, Keyed[]>[],
  fields: string[],
  findings: Findings,
): void {
  const rows = new Set<number>();
  for (const [at, byKey] of inFile.entries()) {
    for (const group of byKey.values()) {
      if (group.length === 1) continue;
      const byApart = Map.groupBy(group, ({ apart }) => apart);
      for (const one of group) {
        const isOther = ({ row }: Keyed) => row !== one.row;
        // A row that does not say which of them it is may be any of the group.
        const other = one.apart === null
          ? group.find(isOther)
          : byApart.get(one.apart)!.find(isOther) ?? byApart.get(null)?.find(isOther);
        if (!other || rows.has(one.row)) continue;
        rows.add(one.row);
        findings.refuse(one.row, fields[at]!, importWords.sameAsRow(other.row));
      }
    }
  }
}

/** Of rows of one record, drops those whose key came by a merge, even where it fills a blank. */
function yieldMerged(matches: Matches, findings: Findings): void {
  const byRecord = Map.groupBy(matches, ([, { id }]) => id);
  for (const those of byRecord.values()) {
    if (those.length === 1) continue;
    for (const [row, record] of those.filter(([, { isMerged }]) => isMerged)) {
      matches.delete(row);
      if (!findings.isWrong(row)) findings.tell(row, { outcome: "same", record });
    }
  }
}

/** Rows that are the same record by different keys. */
function refuseSharers(matches: Matches, field: string, findings: Findings): void {
  const byRecord = Map.groupBy(matches, ([, { id }]) => id);
  for (const those of byRecord.values()) {
    if (those.length === 1) continue;
    for (const [row, record] of those) {
      if (findings.isWrong(row)) continue;
      const [other] = those.find(([one]) => one !== row)!;
      findings.refuse(row, field, importWords.sameRecordAsRow(other, called(record)));
    }
  }
}

function called({ id, name }: StoredRecord): string {
  return name === null ? `#${id}` : `${name} (#${id})`;
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
}
