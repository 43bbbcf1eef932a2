import { type RawBuilder, sql } from "kysely";
import type { LockedRow } from "@/lib/records/bulk/many.ts";
import type { Findings } from "@/lib/records/imports/findings.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";
import { changeable, type ImportKind } from "@/lib/records/imports/import.ts";
import { type ImportRow, unpackRows } from "@/lib/records/imports/import_parts.ts";
import type { Matches } from "@/lib/records/imports/match_rows.ts";
import type { ImportRead } from "@/lib/records/imports/read_import.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { type NounEntry, nouns } from "@/lib/records/nouns.ts";
import { differences } from "@/lib/records/records.ts";
import type { Db } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import { plainLineEnds } from "@/lib/input/input.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Text } from "@/lib/words/language.ts";

/** Compares the rows of a file with the records that they are. */

/** Notes which rows change their record, and which have nothing new: also rows without a key. */
export async function compareRows<Value>(
  db: Db,
  tenant: Tenant,
  kind: Importable<Value>,
  read: ImportRead,
  { findings, matches, locks }: { findings: Findings; matches: Matches; locks: boolean },
): Promise<void> {
  const all = read.columns.flatMap(({ field }) => field === null ? [] : [field]);
  const fields = [...new Set(all)];
  const columns = changeable(kind, fields);
  if (locks) await lock(db, tenant, kind, [...matches.values()].map(({ id }) => id));
  for await (const rows of unpackRows(read.parts)) {
    const good = rows.filter(({ row }) => !findings.isWrong(row));
    const updates = good.filter(({ row }) => matches.has(row));
    const compared = await comparedRows(db, tenant, kind, columns, { updates, matches });
    for (const row of updates) compareRow(kind, row, { compared, matches, findings });
    const keyless = good.filter(({ keys }) => keys.every((key) => key === null));
    const there = await identicalRows(db, tenant, kind, fields, keyless);
    for (const row of there) findings.tell(row, { outcome: "same" });
  }
}

function compareRow<Value>(
  kind: Importable<Value>,
  { row, fields: cells = [], lines = [] }: ImportRow,
  { compared, matches, findings }: {
    compared: Map<number, ComparedRow>;
    matches: Matches;
    findings: Findings;
  },
): void {
  const record = matches.get(row)!;
  const comparison = compared.get(row);
  if (comparison?.version !== record.version) {
    return findings.refuse(row, Object.keys(kind.keys)[0]!, importWords.changedMeanwhile);
  }
  const { now, ...locked } = comparison;
  const { was } = locked;
  let fields = cells.filter((field) => !isSameKey(kind, field, was, now));
  const leaveOut = (field: string, text: Text) => {
    fields = fields.filter((one) => one !== field);
    findings.remark(row, field, text);
  };
  if (fields.includes("name") && isShorter(now.name, was.name)) {
    leaveOut("name", importWords.shorterName(String(was.name)));
  }
  const refusal = kind.refuses?.(was, valuesOf(kind, fields, now));
  if (refusal) leaveOut(refusal.field, refusal.text);
  const values = { ...valuesOf(kind, fields, now), ...withLines(kind, { lines, fields, was }) };
  for (const [name, value] of Object.entries(values)) {
    if (isSameText(was[name], value)) values[name] = was[name];
  }
  const isSame = Object.keys(differences(was, values)).length === 0;
  findings.tell(row, {
    outcome: isSame ? "same" : "changed",
    record: { id: record.id, name: record.name },
    ...isSame ? {} : { change: { row: locked, values } },
  });
}

/** Older records have other ends of lines, and cells are trimmed. */
function isSameText(was: unknown, now: unknown): boolean {
  const isText = typeof was === "string" && typeof now === "string";
  return isText && plainLineEnds(was).trim() === plainLineEnds(now).trim();
}

function valuesOf<Value>(
  kind: ImportKind<Value>,
  fields: string[],
  now: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(changeable(kind, fields).map((name) => [name, now[name]]));
}

/** Whether a name is a part of the one that is there: the file may have half of it. */
function isShorter(now: unknown, was: unknown): boolean {
  if (typeof now !== "string" || typeof was !== "string") return false;
  const [name, whole] = [fold(now), fold(was)];
  const words = new Set(whole.split(" "));
  return name !== whole && (whole.includes(name) || name.split(" ").every((one) => words.has(one)));
}

/** The record's notes with those lines that they have not yet; a file's own notes have them all. */
function withLines<Value>(
  { notebook }: ImportKind<Value>,
  { lines, fields, was }: { lines: string[]; fields: string[]; was: Record<string, unknown> },
): Record<string, unknown> {
  if (!notebook?.field || lines.length === 0 || fields.includes(notebook.field)) return {};
  const text = String(was[notebook.field] ?? "");
  const present = new Set(text.split("\n"));
  const isMissing = (line: string) => line.split("\n").some((one) => !present.has(one));
  const whole = [...text === "" ? [] : [text], ...lines.filter(isMissing)].join("\n");
  return whole.length > notebook.longest ? {} : { [notebook.field]: whole || null };
}

/** The same sku in small letters, or number with spaces, is no change. */
function isSameKey<Value>(
  { keys, follows }: ImportKind<Value>,
  field: string,
  was: Record<string, unknown>,
  now: Record<string, unknown>,
): boolean {
  const norms = follows?.[field];
  const norm = (from: Record<string, unknown>) =>
    norms ? from[norms[0]!] ?? null : keys[field]?.of({ [field]: from[field] } as Partial<Value>);
  const own = norm(was) ?? null;
  return own !== null && own === norm(now);
}

async function lock<Value>(
  db: Db,
  { companyId }: Tenant,
  { noun }: ImportKind<Value>,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    select id from ${sql.table(nouns[noun].table)}
    where company_id = ${companyId} and id = any (${ids}::integer[]) and deleted_at is null
    order by id for update`.execute(db);
}

interface ComparedRow extends LockedRow {
  /** Values of the row as the columns' types have them. */
  now: Record<string, unknown>;
}

/** The live records of the rows with their values, old and new, by row. */
async function comparedRows<Value>(
  db: Db,
  { companyId }: Tenant,
  kind: ImportKind<Value>,
  columns: string[],
  { updates, matches }: { updates: ImportRow[]; matches: Matches },
): Promise<Map<number, ComparedRow>> {
  if (updates.length === 0) return new Map();
  const { table, client }: NounEntry = nouns[kind.noun];
  const json = updates.map((row) =>
    withKeys(row, { _row: row.row, _id: matches.get(row.row)!.id })
  );
  const own = [client, kind.notebook?.field].filter((name) => name !== null && name !== undefined);
  const read = [...new Set([...columns, ...own])];
  const { rows } = await sql<ComparedRow & { row: number }>`
    select n._row as row, t.id, t.version, ${labelOf(kind.noun, "t")} as name,
      ${jsonOf("t", read)} as was, ${jsonOf("n", columns)} as now
    from ${recordsOf(kind, json, columns, { _row: "integer", _id: "integer" })} n
    cross join ${
    lookUp(sql`select * from ${sql.table(table)} where company_id = ${companyId} and id = n._id`)
  } t
    where t.deleted_at is null`.execute(db);
  return new Map(rows.map(({ row, ...compared }) => [row, compared]));
}

/** The row's columns as JSON, with others before them. */
function withKeys({ columns }: ImportRow, keys: Record<string, unknown>): string {
  const text = JSON.stringify(keys);
  return columns === "{}" ? text : `${text.slice(0, -1)},${columns!.slice(1)}`;
}

function recordsOf<Value>(
  { columns }: ImportKind<Value>,
  rows: string[],
  names: string[],
  keys: Record<string, string>,
): RawBuilder<unknown> {
  const types = [...Object.entries(keys), ...names.map((name) => [name, columns[name]!] as const)];
  const typed = types.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`(select * from json_to_recordset(${`[${rows.join(",")}]`}::json)
    as given (${sql.join(typed)}))`;
}

function jsonOf(alias: string, columns: string[]): RawBuilder<Record<string, unknown>> {
  const values = columns.map((name) => sql`${sql.lit(name)}::text, ${sql.ref(`${alias}.${name}`)}`);
  return values.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(values)})`;
}

/** Rows without a key for which there is a record of the name with all their values. */
async function identicalRows<Value>(
  db: Db,
  { companyId }: Tenant,
  kind: ImportKind<Value>,
  fields: string[],
  rows: ImportRow[],
): Promise<number[]> {
  if (rows.length === 0 || !fields.includes("name")) return [];
  const table = sql.table(nouns[kind.noun].table);
  const json = rows.map((row) => withKeys(row, { _row: row.row, _given: row.fields }));
  const isEqual = fields.map((name) =>
    sql`(not ${sql.lit(name)} = any (n._given)
      or ${comparable(kind, `t.${name}`)} is not distinct from ${comparable(kind, `n.${name}`)})`
  );
  const among = new Set(Object.values(kind.keys).map(({ among = "true" }) => among));
  const isThere = kind.noun === "product" ? sql`t.deleted_at is null` : sql`(t.deleted_at is null
    or t.merged_into_id is not null and exists (
      with recursive way as (
        select t.merged_into_id as id
        union all
        select p.merged_into_id from way join ${table} p
          on p.company_id = ${companyId} and p.id = way.id
        where p.merged_into_id is not null
      ) select from way join ${table} p on p.company_id = ${companyId} and p.id = way.id
        where p.deleted_at is null))`;
  const { rows: matches } = await sql<{ row: number }>`
    select n._row as row from ${
    recordsOf(kind, json, fields, { _row: "integer", _given: "text[]" })
  } n
    where exists (select from ${table} t
      where t.company_id = ${companyId} and ${isThere} and t.name = n.name
        and ${sql.join([...[...among].map((one) => sql.raw(one)), ...isEqual], sql` and `)})`
    .execute(db);
  return matches.map(({ row }) => row);
}

/** Characters that JavaScript trims. */
const blanks = " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008" +
  "\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

function comparable<Value>({ columns }: ImportKind<Value>, column: string): RawBuilder<unknown> {
  const own = sql.ref(column);
  if (columns[column.slice(2)] !== "text") return sql`${own}`;
  return sql`btrim(replace(replace(${own}, E'\\r\\n', E'\\n'), E'\\r', E'\\n'), ${blanks})`;
}
