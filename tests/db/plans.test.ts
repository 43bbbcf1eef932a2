import assert from "node:assert/strict";
import { CompiledQuery, sql } from "kysely";
import { type Database, openDatabase, type Statement } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/log.ts";
import { testDatabases } from "../support/cluster.ts";
import { fillCompany, memberOf, settle } from "../support/filled.ts";
import { makeWorld } from "../support/world.ts";
import { addressOf, idsOf, questionsOf, readEntries } from "../web/readings.ts";

/** One company among larger ones, which is what a grown installation looks like to each. */
const companies = [{ companyId: 1, scale: 0.1 }, { companyId: 2, scale: 0.9 }];
const asked = companies[0]!.companyId;

/** From so many rows on, a table is one that grows. */
const grownRows = 1_000;

Deno.test({
  name: "no list, board, search or report reads a grown table from end to end",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openFilled((statement) => heard.push(statement));
    await using world = await makeWorld({ database });
    const grown = await grownTables(database);
    assert.deepEqual([...grown].filter((table) => !expected.has(table)), []);
    assert.deepEqual([...expected].filter((table) => !grown.has(table)), []);

    const ids = await idsOf(database.db, asked);
    const member = memberOf(asked);
    const plans = new Map<string, { address: string; scanned: string[] }>();
    const read = async (address: string) => {
      heard.length = 0;
      const { status, body } = await world.call("GET", address, { member });
      assert.equal(status, 200, `${address}: ${JSON.stringify(body)}`);
      for (const statement of heard.filter(reads)) {
        const key = JSON.stringify([statement.sql, statement.parameters]);
        if (plans.has(key)) continue;
        plans.set(key, { address, scanned: await scannedBy(database, statement) });
      }
      return body;
    };
    for (const entry of await readEntries()) {
      const first = await read(addressOf(entry, { companyId: asked, ids }));
      if (!entry.method.spec.meta) continue;
      for (const query of questionsOf(entry, first.data)) {
        await read(addressOf(entry, { companyId: asked, ids, query }));
      }
    }
    assert.ok(plans.size > 200, `${plans.size} plans`);
    const found = [...plans.values()].flatMap(({ address, scanned }) =>
      scanned.filter((table) => grown.has(table)).map((table) => `${address} scans ${table}`)
    );
    assert.deepEqual(found, []);
  },
});

/** What grows with the work of a company; the rest has a few rows for each company or person. */
const expected = new Set([
  "activities",
  "callbacks",
  "clients",
  "contact_messages",
  "contacts",
  "events",
  "notes",
  "notification_recipients",
  "notifications",
  "opportunities",
  "opportunity_stage_log",
  "products",
  "quote_lines",
  "quotes",
  "responses",
  "sales",
  "search_words",
  "tasks",
]);

async function openFilled(heard: (statement: Statement) => void): Promise<Database> {
  const url = await (await testDatabases())!.createDatabase();
  const database = await openDatabase({ url, log: createLog("error"), poolSize: 8, heard });
  await migrate(database.db);
  const now = new Date();
  await Promise.all(companies.map((company) => fillCompany(database.db, { ...company, now })));
  await settle(database.db);
  return database;
}

async function grownTables({ db }: Database): Promise<Set<string>> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and reltuples >= ${grownRows}`.execute(db);
  return new Set(rows.map(({ relname }) => relname));
}

function reads({ sql }: Statement): boolean {
  return /^\s*(select|with)\b/.test(sql) && !sql.includes("set_config(");
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

/** The tables that the statement reads from end to end, as the tenant sends it. */
async function scannedBy({ db }: Database, statement: Statement): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain (format json) ${statement.sql}`, [
    ...statement.parameters,
  ]);
  const { rows } = await inCompany(db, asked, (trx) => trx.executeQuery(explained));
  const [{ Plan: plan }] = (rows[0] as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"];
  return seqScans(plan);
}

function seqScans(plan: Plan): string[] {
  const own = plan["Node Type"] === "Seq Scan" ? [plan["Relation Name"]!] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(seqScans)];
}
