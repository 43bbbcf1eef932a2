/** What a version may ask of a schema, and what the schema demands of its rows, by name. */
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";

export interface Catalogue {
  /** By `table.column`. */
  columns: Record<string, Column>;
  /** By the constraint's or unique index' definition behind its table. */
  demands: Record<string, Demand>;
  /** Functions, their results, values of enums, triggers, rights and policies. */
  offers: string[];
}

interface Column {
  type: string;
  /** Not null, and without a default. */
  isAsked: boolean;
  isRequired: boolean;
  /** Who writes it: `always` is refused by others. */
  made: string;
}

interface Demand {
  kind: "check" | "foreign key" | "unique";
  columns: string[];
}

const columns = `
  select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "isRequired",
    a.attnotnull and not a.atthasdef and a.attidentity = '' as "isAsked",
    case when a.attidentity = 'a' or a.attgenerated <> '' then 'always' else 'anybody' end as made
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and a.attnum > 0 and not a.attisdropped order by 1`;

const demands = `
  select c.conrelid::regclass || ' ' ||
      replace(pg_get_constraintdef(c.oid), ' NOT VALID', '') as name,
    case c.contype when 'c' then 'check' else 'foreign key' end as kind,
    array(select c.conrelid::regclass || '.' || a.attname from pg_attribute a
      where a.attrelid = c.conrelid and a.attnum = any (c.conkey) order by 1) as columns
  from pg_constraint c
  where c.connamespace = 'public'::regnamespace and c.contype in ('c', 'f', 'x')
  union all
  select i.indrelid::regclass || ' unique ' ||
      regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '') as name,
    'unique' as kind,
    array(select i.indrelid::regclass || '.' || a.attname from pg_attribute a
      where a.attrelid = i.indrelid and a.attnum = any (i.indkey) order by 1) as columns
  from pg_index i join pg_class t on t.oid = i.indrelid
  where i.indisunique and t.relnamespace = 'public'::regnamespace
  order by 1`;

const offers = `
  select 'function ' || p.oid::regprocedure || ' returns ' || pg_get_function_result(p.oid) as offer
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
  union all
  select 'value ' || e.enumtypid::regtype || ' ' || e.enumlabel from pg_enum e
  union all
  select 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
  union all
  select 'right ' || r.rolname || ' ' || lower(k.privilege) || ' ' || c.relname || '.' || a.attname
  from pg_roles r cross join pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join (values ('SELECT'), ('INSERT'), ('UPDATE')) k (privilege)
  where r.rolname in ('relevo_tenant', 'relevo_worker') and c.relkind in ('r', 'p', 'v')
    and c.relnamespace = 'public'::regnamespace
    and has_column_privilege(r.oid, c.oid, a.attnum, k.privilege)
  union all
  select 'right ' || r.rolname || ' delete ' || c.relname from pg_roles r cross join pg_class c
  where r.rolname in ('relevo_tenant', 'relevo_worker') and c.relkind in ('r', 'p')
    and c.relnamespace = 'public'::regnamespace and has_table_privilege(r.oid, c.oid, 'DELETE')
  union all
  select 'policy ' || p.tablename || ' ' || array_to_string(p.roles, ',') || ' ' || p.cmd || ' ' ||
    coalesce(p.qual, '') || ' ' || coalesce(p.with_check, '')
  from pg_policies p where p.schemaname = 'public' and 'relevo_runtime' <> all (p.roles)
  order by 1`;

export async function readCatalogue(db: Db): Promise<Catalogue> {
  const ask = async <T>(query: string) => (await sql.raw<T>(query).execute(db)).rows;
  const byName = <T>(rows: ({ name: string } & T)[]) =>
    Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest as T]));
  return {
    columns: byName(await ask<{ name: string } & Column>(columns)),
    demands: byName(await ask<{ name: string } & Demand>(demands)),
    offers: (await ask<{ offer: string }>(offers)).map(({ offer }) => offer),
  };
}

/** What breaks a version that was made for `before`, on `after`; empty where it goes on. */
export function narrowed(before: Catalogue, after: Catalogue): string[] {
  const tables = new Set(Object.keys(before.columns).map(tableOf));
  const gone = new Set(
    [...tables].filter((table) =>
      !Object.keys(after.columns).some((name) => tableOf(name) === table)
    ),
  );
  const isThere = (name: string) => !gone.has(tableOf(name));
  const offered = new Set(after.offers);
  return [
    ...[...gone].map((table) => `table ${table} is gone`),
    ...Object.entries(before.columns).filter(([name]) => isThere(name))
      .flatMap(([name, column]) => narrowedColumn(name, column, after.columns[name])),
    ...Object.entries(after.columns)
      .filter(([name]) => !before.columns[name] && tables.has(tableOf(name)))
      .filter(([, { isAsked }]) => isAsked).map(([name]) => `column ${name} is asked for`),
    ...newDemands(before, after, tables),
    ...lostArbiters(before, after),
    ...before.offers.filter((offer) => !offered.has(offer) && !isOfGone(offer, gone, after))
      .map((offer) => `${offer} is gone`),
  ];
}

const tableOf = (name: string) => name.split(".")[0]!;

/** Types whose values all fit. */
const wider: Record<string, string[]> = {
  "smallint": ["integer", "bigint", "numeric"],
  "integer": ["bigint", "numeric"],
  "bigint": ["numeric"],
};

function narrowedColumn(name: string, before: Column, after: Column | undefined): string[] {
  if (!after) return [`column ${name} is gone`];
  const isWider = before.type === after.type || isWiderType(before.type, after.type);
  return [
    ...isWider ? [] : [`column ${name} is ${after.type}`],
    ...after.isAsked && !before.isAsked ? [`column ${name} is asked for`] : [],
    ...after.isRequired && !before.isRequired ? [`column ${name} may not be null`] : [],
    ...after.made !== before.made && after.made === "always" ? [`column ${name} is made`] : [],
  ];
}

function isWiderType(before: string, after: string): boolean {
  if (before.startsWith("character varying")) return after === "text";
  const [digits, decimals] = numeric(before);
  if (digits === undefined) return Boolean(wider[before]?.includes(after));
  const [more, finer] = numeric(after);
  return after === "numeric" ||
    more !== undefined && finer! >= decimals! && more - finer! >= digits - decimals!;
}

function numeric(type: string): number[] {
  return /^numeric\((\d+),(\d+)\)$/.exec(type)?.slice(1).map(Number) ?? [];
}

/** `on conflict (…)` names columns of a unique index, in any order. */
function lostArbiters(before: Catalogue, after: Catalogue): string[] {
  const isThere = (name: string) =>
    Object.keys(after.demands).some((other) =>
      other === name || isImplied(name, other) && isImplied(other, name)
    );
  return Object.entries(before.demands).filter(([name, { kind, columns }]) =>
    kind === "unique" && columns.every((one) => after.columns[one]) && !isThere(name)
  ).map(([name]) => `${name} is gone`);
}

/** A demand on new columns alone is none on those who do not know them. */
function newDemands(before: Catalogue, after: Catalogue, tables: Set<string>): string[] {
  return Object.entries(after.demands).filter(([name, { kind, columns }]) => {
    if (before.demands[name] || !tables.has(name.split(" ")[0]!)) return false;
    const isNew = (column: string) => !before.columns[column];
    if (columns.length > 0 && columns.every(isNew)) return false;
    // Null is like no other value, so who leaves a new column empty is not refused.
    if (kind !== "check" && columns.some((one) => isNew(one) && !after.columns[one]!.isRequired)) {
      return false;
    }
    return !Object.keys(before.demands).some((other) =>
      isWiderList(other, name) || isImplied(name, other)
    );
  }).map(([name]) => `${name} is demanded`);
}

/** Rows that differ in some columns differ in more of them too. */
function isImplied(unique: string, by: string): boolean {
  const columnsOf = (name: string) => {
    const [, table, list] = /^(\w+) unique btree \(([\w, ]+)\)$/.exec(name) ?? [];
    return list?.split(", ").map((column) => `${table}.${column}`);
  };
  const [more, less] = [columnsOf(unique), columnsOf(by)];
  return Boolean(more && less?.every((column) => more.includes(column)));
}

/** Whether a check allows all values of another one that is a list of them, and more. */
function isWiderList(before: string, after: string): boolean {
  const parts = (text: string) => text.split(/ARRAY\[([^\]]*)\]/);
  const [old, now] = [parts(before), parts(after)];
  return old.length > 1 && old.length === now.length && old.every((part, at) => {
    if (at % 2 === 0) return part === now[at];
    const values = now[at]!.split(", ");
    return part.split(", ").every((value) => values.includes(value));
  });
}

/** What went with its table or column is said once. */
function isOfGone(offer: string, gone: Set<string>, after: Catalogue): boolean {
  const [kind, , ...rest] = offer.split(" ");
  if (kind === "trigger" || kind === "policy") return gone.has(offer.split(" ")[1]!);
  if (kind !== "right") return false;
  const name = rest.at(-1)!;
  return gone.has(tableOf(name)) || name.includes(".") && !after.columns[name];
}
