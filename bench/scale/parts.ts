/** The part of `deno task bench scale`: what is handled for a large company, beside small ones. */
import type { Part } from "@/bench/notify/parts.ts";
import { milliseconds, table } from "@/bench/report.ts";
import { asker, openApp } from "@/bench/scale/app.ts";
import { companies } from "@/bench/scale/companies/part.ts";
import { company, findDataSet } from "@/bench/scale/data_set.ts";
import { exports, measureExports } from "@/bench/scale/exports.ts";
import { type Handled, handledIn, planSettings } from "@/bench/scale/plans.ts";
import { preparedNight } from "@/bench/scale/work.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import { createLog } from "@/lib/tools/log.ts";
import { startCluster } from "@/tests/support/cluster.ts";
import { startKeyServer } from "@/tests/support/gateway.ts";

/** Every part by its name. */
export const parts: Record<string, Part> = { handled, exports: measureExports, companies };

/** Leaves a few thousand notifications to remove. */
const retentionDays = 1_000;

const reads = ["contacts", "contacts?page=1000", "contacts?status=new", "contacts?q=ref000077"]
  .concat("contacts?q=garcia", "clients", "opportunities", "quotes", "quotes?status=sent")
  .concat("sales", "tasks", "notifications", "stats", "stats/trends")
  .concat("reports?from=2025-12-01&to=2026-11-30");
/** Pages of the panel: the dashboard, the report, and lists. */
const pages = ["/panel", "/panel/reports", "/panel/contacts", "/panel/notifications"];

interface Measured extends Handled {
  what: string;
  ms: number;
  firstMs?: number;
}

async function handled(): Promise<string> {
  const dataSet = await findDataSet();
  if (!dataSet) return "There is no data set: `deno task bench scale --make` makes it.";
  await using cluster = await startCluster({
    copyOf: dataSet,
    settings: { ...planSettings, shared_buffers: "512MB" },
  });
  const databaseUrl = await cluster.findDatabase(dataSet.database);
  await using keys = await startKeyServer();
  const measured: Measured[] = [];
  const measure = async (what: string, act: () => Promise<number | void>) => {
    const { size: before } = await Deno.stat(cluster.logPath);
    const start = performance.now();
    const firstMs = await act() ?? undefined;
    const ms = performance.now() - start;
    measured.push({ what, ms, firstMs, ...await handledIn(cluster.logPath, before) });
  };
  {
    await using open = await openApp(databaseUrl, keys);
    const ask = await asker(open.app.url, keys);
    for (const path of [...reads, ...pages]) {
      await ask("GET", path); // its connection is warm
      await measure(path, async () => void await ask("GET", path));
    }
    for (const path of exports) await measure(path, () => ask("GET", path));
    const first = company * 10_000_000 + 1;
    const ids = Array.from({ length: 50 }, (_, n) => first + 200 * n);
    await measure(
      "50 contacts into the trash",
      () => ask("POST", "contacts/bulk", { ids, trash: true }),
    );
  }
  await measureNight(databaseUrl, measure);
  return table(
    ["what", "statements", "of foreign keys", "rows", "blocks", "first ms", "ms"],
    measured.map(({ what, statements, ofKeys, rows, blocks, firstMs, ms }) => [
      `\`${what}\``,
      ...[statements, ofKeys, rows, blocks].map((count) => count.toLocaleString("en")),
      firstMs === undefined ? "" : milliseconds(firstMs),
      milliseconds(ms),
    ]),
  ) + "\n\nStatements of the app and of its triggers; checks and cascades of foreign keys are " +
    "Postgres's own, one for each row and key. Rows that scans gave or left out, and blocks of " +
    "8 KiB that were hit or read, by the plans of all statements (`auto_explain`, which takes most " +
    "of the time that stands beside).";
}

async function measureNight(
  url: string,
  measure: (what: string, act: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const log = createLog("error");
  const { db, close } = await openDatabase({ url, log, deadlineMs: 600_000 });
  for (const work of nightlyWorks({ retentionDays })) {
    await measure(`night: ${work.name}`, await preparedNight(db, work));
  }
  await close();
}
