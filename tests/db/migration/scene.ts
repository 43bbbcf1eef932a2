/** A table of companies with some rows, and a migration of steps that changes it. */
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { migrations } from "@/lib/db/migrate.ts";
import type { Migration, Step } from "@/lib/db/migration/migration.ts";

export const name = "9000_parts";

/** Enough for several batches of a company. */
const rowsOfEach = 2_500;

export const steps: readonly Step[] = [
  {
    statement: {
      sql: "alter table parts add column if not exists folded text not null default ''",
      locks: { parts: "AccessExclusiveLock" },
    },
  },
  {
    backfill: {
      table: "parts",
      key: ["id"],
      set: "folded = lower(t.name), writes = writes + 1",
      where: "t.folded = ''",
    },
  },
  {
    copy: {
      table: "parts",
      key: ["id"],
      into: "part_numbers (company_id, part_id)",
      values: "t.company_id, t.id",
      where: "true",
    },
  },
  { required: { table: "parts", column: "name" } },
  { check: { name: "parts_name", table: "parts", expression: "length(name) < 100" } },
  {
    foreignKey: {
      name: "parts_company",
      table: "parts",
      columns: "(company_id)",
      references: "companies (id)",
    },
  },
  {
    index: {
      name: "parts_folded",
      table: "parts",
      columns: "(company_id, folded, id)",
      isUnique: true,
      where: "folded <> ''",
    },
  },
];

export const extended: Record<string, Migration> = {
  ...migrations,
  [name]: { change: "widens", steps },
};

const definition = [
  `create table part_numbers (
    company_id integer, part_id integer, primary key (company_id, part_id))`,
  "grant select, insert on part_numbers to relevo_tenant",
  `create table parts (
    company_id integer not null, id integer generated always as identity, name text,
    writes integer not null default 0, unique (company_id, id))`,
  "alter table parts enable row level security",
  "alter table parts force row level security",
  `create policy tenant on parts to relevo_tenant
    using (company_id = current_setting('app.company_id')::integer)`,
  "grant select, insert, update, delete on parts to relevo_tenant",
];

export async function makeParts(db: Db): Promise<void> {
  for (const statement of definition) await sql.raw(statement).execute(db);
  for (const company of [1, 2]) {
    await db.transaction().execute(async (trx) => {
      await asTenant(trx, company);
      await sql`insert into parts (company_id, name)
        select ${company}, 'Part ' || n from generate_series(1, ${sql.lit(rowsOfEach)}) n`
        .execute(trx);
    });
  }
}

export async function asTenant(trx: Db, company: number): Promise<void> {
  await sql`select set_config('role', 'relevo_tenant', true), relevo_enter(${company})`
    .execute(trx);
}

/** What the steps leave, however often they began. */
export async function stateOf(db: Db) {
  const counts = [];
  for (const company of [1, 2]) {
    const { rows: [row] } = await db.transaction().execute(async (trx) => {
      await asTenant(trx, company);
      return await sql`select count(*)::int as rows,
        (select count(*) from part_numbers where company_id = ${company})::int as numbers,
        min(writes) as least, max(writes) as most,
        count(*) filter (where folded <> lower(name))::int as wrong from parts`.execute(trx);
    });
    counts.push(row);
  }
  const { rows: constraints } = await sql`
    select conname as name, convalidated as valid from pg_constraint
    where conrelid = 'parts'::regclass and contype in ('c', 'f') order by 1`.execute(db);
  const { rows: indexes } = await sql`
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indrelid = 'parts'::regclass order by 1`.execute(db);
  const { rows: [required] } = await sql<{ attnotnull: boolean }>`
    select attnotnull from pg_attribute where attrelid = 'parts'::regclass and attname = 'name'`
    .execute(db);
  const { rows: [note] } = await sql`select version from kysely_migration where name = ${name}`
    .execute(db);
  return { counts, constraints, indexes, isRequired: required!.attnotnull, note };
}

const whole = { rows: rowsOfEach, numbers: rowsOfEach, least: 1, most: 1, wrong: 0 };

export function finalState(version: string) {
  return {
    counts: [whole, whole],
    constraints: ["parts_company", "parts_name"].map((name) => ({ name, valid: true })),
    indexes: ["parts_company_id_id_key", "parts_folded"].map((name) => ({ name, valid: true })),
    isRequired: true,
    note: { version },
  };
}
