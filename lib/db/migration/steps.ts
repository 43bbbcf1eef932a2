import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { runBackfill, runCopy } from "@/lib/db/migration/backfill.ts";
import type {
  Check,
  Column,
  ForeignKey,
  Index,
  Statement,
  Step,
} from "@/lib/db/migration/migration.ts";
import { isLockRefusal, type Patience, patiently, pause } from "@/lib/db/migration/patience.ts";

/** Runs a step, or what a break left of it. */
export async function runStep(db: Db, step: Step, patience: Patience): Promise<void> {
  if ("index" in step) await makeIndex(db, step.index);
  else if ("check" in step) await addCheck(db, step.check, patience);
  else if ("foreignKey" in step) await addForeignKey(db, step.foreignKey, patience);
  else if ("required" in step) await requireColumn(db, step.required, patience);
  else if ("backfill" in step) await runBackfill(db, step.backfill, patience);
  else if ("copy" in step) await runCopy(db, step.copy, patience);
  else await runStatement(db, step.statement, patience);
}

/** Runs a step on tables without rows, in a transaction that is open. */
export async function buildStep(db: Db, step: Step, patience: Patience): Promise<void> {
  if ("index" in step) await run(db, creationOf(step.index, ""));
  else if (!("backfill" in step || "copy" in step)) await runStep(db, step, patience);
}

export function nameOf(step: Step): string {
  if ("index" in step) return `index ${step.index.name}`;
  if ("check" in step) return `check ${step.check.name}`;
  if ("foreignKey" in step) return `foreign key ${step.foreignKey.name}`;
  if ("required" in step) return `required ${step.required.table}.${step.required.column}`;
  if ("backfill" in step) return `backfill ${step.backfill.table}`;
  if ("copy" in step) return `copy ${step.copy.table}`;
  return step.statement.sql.trim().split("\n")[0]!;
}

async function makeIndex(db: Db, index: Index): Promise<void> {
  const { name } = index;
  while (true) {
    const state = await stateOfIndex(db, name);
    if (state === "valid") return;
    try {
      // Neither holds a writer, so neither is hurried: each waits for transactions that are open.
      if (state === "invalid") await run(db, `drop index concurrently if exists ${name}`);
      return await run(db, creationOf(index, "concurrently"));
    } catch (error) {
      if (!isLockRefusal(error)) throw error;
      await pause(1_000);
    }
  }
}

function creationOf(
  { name, table, columns, isUnique, where }: Index,
  way: "concurrently" | "",
): string {
  const condition = where ? ` where ${where}` : "";
  return `create ${
    isUnique ? "unique " : ""
  }index ${way} ${name} on ${table} ${columns}${condition}`;
}

async function stateOfIndex(db: Db, name: string): Promise<"none" | "valid" | "invalid"> {
  const { rows: [index] } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (!index) return "none";
  return index.valid ? "valid" : "invalid";
}

function addCheck(db: Db, { name, table, expression }: Check, patience: Patience) {
  return addConstraint(db, { name, table, definition: `check (${expression})` }, patience);
}

function addForeignKey(db: Db, foreignKey: ForeignKey, patience: Patience) {
  const { name, table, columns, references } = foreignKey;
  const definition = `foreign key ${columns} references ${references}`;
  return addConstraint(db, { name, table, definition }, patience);
}

interface Constraint {
  name: string;
  table: string;
  definition: string;
}

async function addConstraint(
  db: Db,
  { name, table, definition }: Constraint,
  patience: Patience,
): Promise<void> {
  if (await stateOfConstraint(db, table, name) === "none") {
    await patiently(db, async (trx) => {
      await run(trx, `alter table ${table} add constraint ${name} ${definition} not valid`);
    }, patience);
  }
  // Reads all rows beside writers.
  if (await stateOfConstraint(db, table, name) === "new rows") {
    await run(db, `alter table ${table} validate constraint ${name}`);
  }
}

async function stateOfConstraint(
  db: Db,
  table: string,
  name: string,
): Promise<"none" | "new rows" | "all rows"> {
  const { rows: [constraint] } = await sql<{ valid: boolean }>`
    select convalidated as valid from pg_constraint
    where conrelid = to_regclass(${table}) and conname = ${name}`.execute(db);
  if (!constraint) return "none";
  return constraint.valid ? "all rows" : "new rows";
}

async function requireColumn(db: Db, { table, column }: Column, patience: Patience) {
  const { rows: [attribute] } = await sql<{ required: boolean }>`
    select attnotnull as required from pg_attribute
    where attrelid = to_regclass(${table}) and attname = ${column}`.execute(db);
  const name = `${table}_${column}_required`;
  if (!attribute?.required) {
    // With the check, Postgres need not read the rows again.
    await addCheck(db, { name, table, expression: `${column} is not null` }, patience);
  }
  await patiently(db, async (trx) => {
    await run(trx, `alter table ${table} alter ${column} set not null`);
    await run(trx, `alter table ${table} drop constraint if exists ${name}`);
  }, patience);
}

function runStatement(db: Db, { sql }: Statement, patience: Patience): Promise<void> {
  return patiently(db, (trx) => run(trx, sql), patience);
}

async function run(db: Db, text: string): Promise<void> {
  await sql.raw(text).execute(db);
}
