import assert from "node:assert/strict";
import type { Db, Statement } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { foldFigures } from "@/lib/figures/days/fold_figures.ts";
import { readReport } from "@/lib/figures/report.ts";
import { readStats } from "@/lib/figures/stats.ts";
import { readTrends } from "@/lib/figures/trends.ts";
import { trendsRange } from "@/lib/figures/trends_record.ts";
import { isReading, openFilled, rowsRead } from "../../db/explain.ts";
import { settle } from "../../support/filled.ts";
import { testDatabases } from "../../support/test_server.ts";
import { type Reader } from "./computed.ts";
import { readerOf } from "./compare.ts";

const scales = { small: { companyId: 1, scale: 0.1 }, large: { companyId: 2, scale: 0.5 } };
const records = new Set(["opportunities", "opportunity_stage_log", "sales", "quotes"]);

Deno.test({
  name: "what is kept is read by days and keys, not by opportunities",
  ignore: await testDatabases() === null,
  async fn() {
    const heard: Statement[] = [];
    const database = await openFilled(Object.values(scales), (one) => heard.push(one));
    await using _closed = { [Symbol.asyncDispose]: () => database.close() };
    await foldFigures(database.db);
    await settle(database.db);
    const range = trendsRange({}, "Europe/Madrid");
    /** Rows that a reader handles, of records and of figures. */
    const rowsOf = async (
      companyId: number,
      run: (trx: Db, reader: Reader) => Promise<unknown>,
    ) => {
      heard.length = 0;
      await inCompany(database.db, companyId, async (trx) => {
        await run(trx, await readerOf(trx, companyId));
      });
      const rows = { records: 0, tasks: 0, figures: 0 };
      for (const statement of heard.filter(isReading)) {
        rows.records += await rowsRead(database, companyId, statement, records);
        rows.tasks += await rowsRead(database, companyId, statement, new Set(["tasks"]));
        rows.figures += await rowsRead(database, companyId, statement, new Set(["figures"]));
      }
      return rows;
    };
    const both = async (run: (trx: Db, reader: Reader) => Promise<unknown>) =>
      [
        await rowsOf(1, run),
        await rowsOf(2, run),
      ] as const;

    const [small, large] = await both((trx, reader) => readTrends(trx, reader, range));
    assert.deepEqual([small.records, large.records], [0, 0]);
    assert.ok(large.figures > 0 && large.figures < 2.5 * small.figures, JSON.stringify(large));
    assert.ok(large.figures < 1_000, "12 months of a few keys each");

    const uneven = { from: `${range.from.slice(0, 8)}05`, to: `${range.to.slice(0, 8)}20` };
    const [, days] = await both((trx, reader) => readTrends(trx, reader, uneven));
    assert.equal(days.records, 0);
    assert.ok(days.figures < 2_000, `${days.figures} rows`);

    const [, report] = await both((trx, reader) => readReport(trx, reader, range));
    assert.deepEqual([report.records, report.tasks], [0, 0]);
    assert.ok(report.figures < 2_000, `${report.figures} rows, of months, people and states`);
    let open = 0;
    const [, stats] = await both(async (trx, reader) => {
      open = (await readStats(trx, reader)).opportunities.open;
    });
    assert.ok(stats.records <= open, `${stats.records} rows, of them only those that are idle`);
  },
});
