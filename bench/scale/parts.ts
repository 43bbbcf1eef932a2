/** The part of `deno task bench scale`: what is handled for a large company, beside small ones. */
import { sql } from "kysely";
import type { Part } from "@/bench/notify/parts.ts";
import { milliseconds, table } from "@/bench/report.ts";
import { companies } from "@/bench/scale/companies/part.ts";
import { company, findDataSet } from "@/bench/scale/data_set.ts";
import { type Handled, handledIn, planSettings } from "@/bench/scale/plans.ts";
import { nextCompany } from "@/lib/access/companies.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import { createLog } from "@/lib/tools/log.ts";
import { Nightly } from "@/lib/work/nightly.ts";
import { startCluster } from "@/tests/support/cluster.ts";
import { memberOf } from "@/tests/support/filled.ts";
import { startKeyServer } from "@/tests/support/gateway.ts";
import { startApp } from "@/tests/support/process.ts";

/** Every part by its name. */
export const parts: Record<string, Part> = { handled, companies };

const audience = "bench";
/** Leaves a few thousand notifications to remove. */
const retentionDays = 1_000;

const reads = ["contacts", "contacts?page=1000", "contacts?status=new", "contacts?q=ref000077"]
  .concat("contacts?q=garcia", "clients", "opportunities", "quotes", "quotes?status=sent")
  .concat("sales", "tasks", "notifications", "stats", "stats/trends")
  .concat("reports?from=2025-12-01&to=2026-11-30");
/** Pages of the panel: the dashboard, the report, and lists. */
const pages = ["/panel", "/panel/reports", "/panel/contacts", "/panel/notifications"];
const exports = ["contacts.csv", "quotes.csv", "tasks.csv"];

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
  await inApp({ databaseUrl, jwksUrl: keys.jwksUrl }, async (url) => {
    const email = memberOf(company);
    const token = await keys.sign({ email, aud: audience, sub: email }, { expiresIn: 3_600 });
    const ask = asker(url, token);
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
  });
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

interface AppPlaces {
  databaseUrl: string;
  jwksUrl: string;
}

async function inApp({ databaseUrl, jwksUrl }: AppPlaces, use: (url: string) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "relevo-bench-" });
  const app = await startApp({
    env: {
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      GATEWAY_JWKS_URL: jwksUrl,
      GATEWAY_AUDIENCE: audience,
      MEMBER_LIMIT_PER_SECOND: "0",
      COMPANY_LIMIT_PER_SECOND: "0",
      LOG_LEVEL: "warn",
    },
  });
  try {
    await use(app.url);
  } finally {
    await app.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Asks as a member, reads everything, and returns the milliseconds until the first bytes. */
function asker(url: string, token: string) {
  return async (method: string, path: string, json?: unknown): Promise<number> => {
    const start = performance.now();
    const address = new URL(path.startsWith("/") ? path : `/api/admin/${path}`, url);
    address.searchParams.set("company_id", String(company));
    const response = await fetch(address, {
      method,
      headers: {
        "Cf-Access-Jwt-Assertion": token,
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    let firstMs: number | undefined;
    for await (const _ of response.body!) firstMs ??= performance.now() - start;
    return firstMs ?? performance.now() - start;
  };
}

async function measureNight(
  url: string,
  measure: (what: string, act: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const log = createLog("error");
  const { db, close } = await openDatabase({ url, log, deadlineMs: 600_000 });
  for (const work of nightlyWorks({ retentionDays })) {
    await sql`insert into nightly_work values (${work.name}, '2000-01-01', 0, null, 0, true)
      on conflict (work) do update set day = excluded.day, is_over = true`.execute(db);
    const nightly = new Nightly({ db, log, announce() {}, works: [work], nextCompany });
    await measure(`night: ${work.name}`, () => nightly.look());
  }
  await close();
}
