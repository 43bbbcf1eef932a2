/** The rows that a statement reads on a filled database, as the company's tenant sends it. */
import { CompiledQuery, type RawBuilder, sql } from "kysely";
import { type BareTrx, type Database, openDatabase, type Statement } from "@/lib/db/connection.ts";
import { mayPrepare } from "@/lib/db/pool/statement_names.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testDatabases } from "../support/test_server.ts";
import { fillCompany, type Filling, settle } from "../support/filled.ts";

/** A new database on the test server, with these companies. */
export async function openFilled(
  companies: Omit<Filling, "now">[],
  heard: (statement: Statement) => void,
): Promise<Database> {
  const url = await (await testDatabases())!.createDatabase();
  const database = await openDatabase({
    url,
    log: createLog("error"),
    poolSize: 8,
    deadlineMs: 600_000,
    heard,
  });
  await migrate(database.db);
  const now = new Date();
  await Promise.all(companies.map((company) => fillCompany(database.db, { ...company, now })));
  await settle(database.db);
  return database;
}

/** Tables with at least this many rows. */
export async function tablesOver(minRows: number, { db }: Database): Promise<Set<string>> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and reltuples >= ${minRows}`.execute(db);
  return new Set(rows.map(({ relname }) => relname));
}

/** Whether a statement reads records; begin, the tenant's setting and commit do not. */
export function isReading({ sql }: Statement): boolean {
  return /^\s*(\/\*.*?\*\/)?[\s(]*(select|with)\b/.test(sql) && !sql.includes("set_config(");
}

/** A node of a plan, as EXPLAIN has it. */
interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}

/** The nodes of a statement's plans: asked once, and prepared where it may be. */
export async function planOf(database: Database, companyId: number, statement: Statement) {
  return (await explain(database, companyId, statement, "format json")).flat();
}

/**
 * Rows of the tables that a statement reads when it runs. Small tables may be read whole, so
 * sequential scans are forbidden here to see how a large one is read. Of asked once and prepared it
 * is the worse.
 */
export async function rowsRead(
  database: Database,
  companyId: number,
  statement: Statement,
  tables: Set<string>,
): Promise<number> {
  const plans = await explain(database, companyId, statement, "analyze, format json");
  return Math.max(...plans.map((nodes) => sumOfRead(nodes, tables)));
}

/** Rows of a table that a query reads, as the transaction's role. */
export async function rowsReadBy(
  trx: BareTrx,
  query: RawBuilder<unknown>,
  table: string,
): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Node }] }>`
    explain (analyze, format json) ${query}`.execute(trx);
  return sumOfRead(nodesOf(rows[0]!["QUERY PLAN"][0].Plan), new Set([table]));
}

function sumOfRead(nodes: Node[], tables: Set<string>): number {
  return nodes.filter((node) => tables.has(node["Relation Name"] ?? ""))
    .map((node) =>
      (node["Actual Rows"]! + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]!
    )
    .reduce((sum, rows) => sum + rows, 0);
}

/** From the sixth time on Postgres may take one plan for all values. */
const usesBefore = 5;

async function explain(
  { db }: Database,
  companyId: number,
  statement: Statement,
  options: "format json" | "analyze, format json",
): Promise<Node[][]> {
  const { parameters } = statement;
  return await inCompany(db, companyId, async (trx) => {
    // The entrance reads before it takes a company's role.
    if (statement.sql.includes("waiting_invitations")) {
      await sql`select set_config('role', 'none', true)`.execute(trx);
    }
    if (options !== "format json") await sql`set local enable_seqscan = off`.execute(trx);
    const planned = async (text: string, values: readonly unknown[] = []) => {
      const { rows } = await trx.executeQuery(CompiledQuery.raw(text, [...values]));
      return nodesOf((rows[0] as { "QUERY PLAN": [{ Plan: Node }] })["QUERY PLAN"][0].Plan);
    };
    const once = await planned(`explain (${options}) ${statement.sql}`, parameters);
    if (parameters.length === 0 || !mayPrepare(statement.sql)) return [once];
    await sql.raw(`prepare examined as ${statement.sql}`).execute(trx);
    const call = `execute examined (${parameters.map(literalOf).join(", ")})`;
    for (let n = 0; n < usesBefore; n++) await planned(`explain (format json) ${call}`);
    const prepared = await planned(`explain (${options}) ${call}`);
    await sql`deallocate examined`.execute(trx);
    return [once, prepared];
  });
}

/** As the driver writes a value. */
export function literalOf(value: unknown): string {
  return value === null || value === undefined
    ? "null"
    : `'${textOf(value).replaceAll("'", "''")}'`;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    return `\\x${[...value].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  }
  if (Array.isArray(value)) {
    return `{${value.map((one) => one === null ? "null" : JSON.stringify(textOf(one))).join(",")}}`;
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
