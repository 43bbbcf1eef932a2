import assert from "node:assert/strict";
import type { Statement } from "@/lib/db/connection.ts";
import { isReading, openFilled, rowsRead, tablesOver } from "../db/explain.ts";
import { testDatabases } from "../support/test_server.ts";
import { memberOf } from "../support/filled.ts";
import { makeWorld } from "../support/world.ts";
import { addressOf, idsOf, readEntries } from "../isolation/readings.ts";
import type { Entry } from "../http/routes.ts";
import { long, proof } from "./support/proof.ts";

/** Every list has a full page at the smaller scale already. */
const scale = long ? 1 : 0.05;
const companyId = 1;

/** Readings that may grow, and do so on indexes alone: sums, counts of a range, common words. */
const growing = new Set([
  "/api/admin/callbacks",
  "/api/admin/clients/values",
  "/api/admin/clients/{id}/duplicates",
  "/api/admin/contacts/{id}/candidates",
  "/api/admin/contacts/values",
  "/api/admin/contacts/{id}/duplicates",
  "/api/admin/employees/workload",
  "/api/admin/events",
  "/api/admin/notifications",
  "/api/admin/opportunities/board",
  "/api/admin/opportunities/values",
  "/api/admin/products/values",
  "/api/admin/quotes/values",
  "/api/admin/reports",
  "/api/admin/sales/values",
  "/api/admin/search",
  "/api/admin/stats",
  "/api/admin/stats/trends",
  "/api/admin/tasks/values",
  "/api/admin/trash",
]);

/** Allowance for rows that differ by chance from client to client. */
const random = 100;
const maxTimes = 1.5;
/** The limit of every reading; of those that may grow some save one where they find nothing. */
const maxStatements = 6;

Deno.test({
  name: "at ten times the data a page reads as much as before, with as many statements",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const before = await measure(scale);
    const after = await measure(10 * scale);
    const wrong: string[] = [];
    for (const [path, { rows, statements }] of before) {
      const grown = after.get(path)!;
      const most = growing.has(path) ? maxStatements : statements;
      if (grown.statements > most) {
        wrong.push(`${path}: ${statements}, then ${grown.statements} statements`);
      }
      if (!growing.has(path) && grown.rows > maxTimes * rows + random) {
        wrong.push(`${path}: ${rows}, then ${grown.rows} rows`);
      }
    }
    assert.deepEqual(wrong, []);
    proof(
      `${before.size} readings at scales ${scale} and ${10 * scale}: as many statements, and ` +
        `${before.size - growing.size} of them as many rows`,
    );
    for (const [path, { ms }] of before) {
      if (path.includes("{")) continue;
      const ratio = (after.get(path)!.ms / ms).toFixed(1);
      proof(`  ${path}: ${ms.toFixed(1)} ms, then ${after.get(path)!.ms.toFixed(1)} (${ratio})`);
    }
  },
});

interface Measure {
  /** Rows of the tables that grow. */
  rows: number;
  statements: number;
  /** The quickest of some times; shown, and not judged. */
  ms: number;
}

/** The cost of each reading at the scale; page 2 of a list that has one. */
async function measure(scale: number): Promise<Map<string, Measure>> {
  const heard: Statement[] = [];
  const filled = await openFilled([{ companyId, scale }], (statement) => heard.push(statement));
  await using world = await makeWorld({ database: filled });
  const grown = await tablesOver(1, filled);
  const ids = await idsOf(filled.db, companyId);
  const measured = new Map<string, Measure>();
  for (const entry of await readEntries()) {
    const address = addressOf(entry, { companyId, ids, query: secondPage(entry) });
    let ms = Infinity;
    for (let n = 0; n < 5; n++) {
      heard.length = 0;
      const start = performance.now();
      const { status, body } = await world.call("GET", address, { member: memberOf(companyId) });
      ms = Math.min(ms, performance.now() - start);
      assert.equal(status, 200, `${address}: ${JSON.stringify(body)}`);
    }
    const statements = heard.filter(isReading);
    let rows = 0;
    for (const statement of statements) {
      rows += await rowsRead(filled, companyId, statement, grown);
    }
    measured.set(entry.path, { rows, statements: statements.length, ms });
  }
  return measured;
}

function secondPage({ method }: Entry): Record<string, string> {
  return method.spec.query && "page" in method.spec.query.shape ? { page: "2" } : {};
}
