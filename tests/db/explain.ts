/** The rows that a statement reads on a filled database, as the company's tenant sends it. */
import { CompiledQuery, sql } from "kysely";
import { type Database, openDatabase, type Statement } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/log.ts";
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
  return /^\s*(select|with)\b/.test(sql) && !sql.includes("set_config(");
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

/** The nodes of a statement's plan. */
export function planOf(database: Database, companyId: number, statement: Statement) {
  return explain(database, companyId, statement, "format json");
}

/**
 * Rows of the tables that a statement reads when it runs. Small tables may be read whole, so
 * sequential scans are forbidden here to see how a large one is read.
 */
export async function rowsRead(
  database: Database,
  companyId: number,
  statement: Statement,
  tables: Set<string>,
): Promise<number> {
  const nodes = await explain(database, companyId, statement, "analyze, format json");
  return nodes.filter((node) => tables.has(node["Relation Name"] ?? ""))
    .map((node) =>
      (node["Actual Rows"]! + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]!
    )
    .reduce((sum, rows) => sum + rows, 0);
}

async function explain(
  { db }: Database,
  companyId: number,
  statement: Statement,
  options: "format json" | "analyze, format json",
): Promise<Node[]> {
  const explained = CompiledQuery.raw(`explain (${options}) ${statement.sql}`, [
    ...statement.parameters,
  ]);
  const { rows } = await inCompany(db, companyId, async (trx) => {
    if (options !== "format json") await sql`set local enable_seqscan = off`.execute(trx);
    return await trx.executeQuery(explained);
  });
  return nodesOf((rows[0] as { "QUERY PLAN": [{ Plan: Node }] })["QUERY PLAN"][0].Plan);
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
