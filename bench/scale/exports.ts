/** The part of `deno task bench scale exports`: a large company's files, and who works beside. */
import { milliseconds, table } from "@/bench/report.ts";
import { asker, openApp } from "@/bench/scale/app.ts";
import { findDataSet } from "@/bench/scale/data_set.ts";
import { residentMiB } from "@/bench/notify/memory.ts";
import { median, timed } from "@/bench/statistics.ts";
import { startCluster } from "@/tests/support/cluster.ts";
import { startKeyServer } from "@/tests/support/gateway.ts";

/** Every contact, quotation and task. */
export const exports = ["contacts.csv", "quotes.csv", "tasks.csv"];

const beside = "contacts?status=new";
const quietCalls = 40;

export async function measureExports(): Promise<string> {
  const dataSet = await findDataSet();
  if (!dataSet) return "There is no data set: `deno task bench scale --make` makes it.";
  await using cluster = await startCluster({
    copyOf: dataSet,
    settings: { shared_buffers: "512MB" },
  });
  const databaseUrl = await cluster.findDatabase(dataSet.database);
  await using keys = await startKeyServer();
  const rows: string[][] = [];
  await using open = await openApp(databaseUrl, keys);
  const { url, pid } = open.app;
  const ask = await asker(url, keys);
  const list = () => timed(() => ask("GET", beside));
  for (const path of exports) {
    const quiet: number[] = [];
    for (let n = 0; n < quietCalls; n++) quiet.push(await list());
    const before = await residentMiB(pid);
    let peak = before;
    let isOver = false;
    const start = performance.now();
    const file = ask("GET", path).finally(() => isOver = true);
    const during: number[] = [];
    while (!isOver) {
      during.push(await list());
      peak = Math.max(peak, await residentMiB(pid));
    }
    const firstMs = await file;
    rows.push([
      `\`${path}\``,
      milliseconds(firstMs),
      milliseconds(performance.now() - start),
      `${Math.round(peak - before)} MiB`,
      milliseconds(median(quiet)),
      milliseconds(median(during)),
      (median(during) / median(quiet)).toFixed(2),
    ]);
  }

  const head = ["file", "first ms", "ms", "memory beside", "a list, quiet", "beside it", "÷"];
  return table(head, rows) +
    "\n\nOne caller reads the file, another asks for a list meanwhile, one " +
    "call after the other: medians. Aims: 10 s, the first bytes within a second, the list below 1.5 ×.";
}
