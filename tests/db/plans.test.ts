import assert from "node:assert/strict";
import type { Statement } from "@/lib/db/connection.ts";
import { testDatabases } from "../support/test_server.ts";
import { memberOf } from "../support/filled.ts";
import { makeWorld } from "../support/world.ts";
import { addressOf, idsOf, questionsOf, readEntries } from "../isolation/readings.ts";
import { isReading, openFilled, planOf, rowsRead, tablesOver } from "./explain.ts";

/**
 * A company among others, which is what a grown installation looks like to each, and a large one.
 */
const scales = { small: { companyId: 1, scale: 0.1 }, large: { companyId: 2, scale: 0.6 } };

/** Tables with this many rows count as growing. */
const grownRows = 1_000;

/**
 * Enough rows for a page of 50 with its related records; every list of the large company has more.
 */
const pageRows = 1_000;

Deno.test({
  name: "what the panel reads is found by indexes, and a page by as much as it shows",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    const heard: Statement[] = [];
    const companies = Object.values(scales);
    const database = await openFilled(companies, (statement) => heard.push(statement));
    await using world = await makeWorld({ database });
    const entries = await readEntries();
    const grown = await tablesOver(grownRows, database);

    /** Reads as the company's member; returns the answer and the statements. */
    const readIn = (companyId: number) => async (address: string) => {
      heard.length = 0;
      const member = memberOf(companyId);
      const { status, body } = await world.call("GET", address, { member });
      assert.equal(status, 200, `${address}: ${JSON.stringify(body)}`);
      return { data: body.data, statements: heard.filter(isReading) };
    };

    await test.step("every table is listed as growing or bounded", () => {
      assert.deepEqual([...grown].sort(), [...expected].sort());
    });

    await test.step("no list, board, search or report reads a grown table from end to end", async () => {
      const { companyId } = scales.small;
      const read = readIn(companyId);
      const ids = await idsOf(database.db, companyId);
      const plans: string[] = [];
      const explained = new Set<string>();
      const examine = async (address: string) => {
        const { data, statements } = await read(address);
        for (const statement of statements) {
          const key = JSON.stringify([statement.sql, statement.parameters]);
          if (explained.has(key)) continue;
          explained.add(key);
          const scanned = (await planOf(database, companyId, statement))
            .filter((node) => node["Node Type"] === "Seq Scan")
            .map((node) => node["Relation Name"]!).filter((table) => grown.has(table));
          plans.push(...scanned.map((table) => `${address} scans ${table}`));
        }
        return data;
      };
      for (const entry of entries) {
        const records = await examine(addressOf(entry, { companyId, ids }));
        if (!entry.method.spec.meta) continue;
        // The values of a filter are asked for with what the list itself has.
        const list = entries.find(({ path }) => `${path}/values` === entry.path);
        const samples = list ? await examine(addressOf(list, { companyId, ids })) : records;
        for (const query of questionsOf(entry, samples)) {
          await examine(addressOf(entry, { companyId, ids, query }));
        }
      }
      assert.ok(explained.size > 200, `${explained.size} statements`);
      assert.deepEqual(plans, []);
    });

    await test.step("the first page of a list by any sort reads no more than it shows", async () => {
      const { companyId } = scales.large;
      const read = readIn(companyId);
      const ids = await idsOf(database.db, companyId);
      const plans: string[] = [];
      for (const entry of entries.filter(({ method }) => method.spec.meta)) {
        if (counting.has(entry.path) || entry.path.endsWith("/values")) continue;
        const sorts = questionsOf(entry, []).filter((query) =>
          query.sort || Object.keys(query).length === 0
        );
        for (const query of sorts) {
          const address = addressOf(entry, { companyId, ids, query });
          for (const statement of (await read(address)).statements) {
            const rows = await rowsRead(database, companyId, statement, grown);
            if (rows > pageRows) plans.push(`${address} reads ${rows} rows`);
          }
        }
      }
      assert.deepEqual(plans, []);
    });
  },
});

/**
 * Lists that count their rows, beside the values of filters, which are counted. A calendar counts
 * its range, the trash its 30 days.
 */
const counting = new Set([
  "/api/admin/trash",
  "/api/admin/events",
  "/api/admin/callbacks",
]);

/** Tables that grow with a company's work; the rest has a few rows for each company or person. */
const expected = [
  ...["activities", "callbacks", "clients", "contact_messages", "contacts", "events", "notes"],
  ...["figures", "identities"],
  ...["notification_recipients", "notifications", "opportunities", "opportunity_stage_log"],
  ...["products", "quote_lines", "quotes", "responses", "sales", "search_words", "tasks"],
];
