/** Cost of a panel page: the app's CPU by layer, its Postgres's, and what that handles. */
import { startLoad } from "@/bench/children.ts";
import { type Layer, profileOf } from "@/bench/cost/layers.ts";
import { pauseMs } from "@/bench/cost/unit.ts";
import { openVersion, ownFolder, type Version } from "@/bench/cost/version.ts";
import type { GetsLoad } from "@/bench/load/gets.ts";
import type { Handled } from "@/bench/scale/plans.ts";
import { freePort } from "@/tests/support/process.ts";

interface PageCost {
  name: string;
  appUs: number;
  /** CPU of compression, which `appUs` includes. */
  compressionUs: number;
  postgresUs: number;
  handled: Handled;
  /** Each layer's share of the app's time without compression. */
  shares: Map<string, number>;
}

/** Longer than the server takes to log plans. */
const settingMs = 2_000;

/** The nearest frame counts. */
const layers: Layer[] = [
  { name: "collecting garbage", functions: /^\(garbage collector\)$/ },
  { name: "statements", files: /\/lib\/db\/|\/(kysely|pg|pg-\w+|jose)\// },
  {
    name: "writing",
    files: /\/devalue\/|\/serve\/(islands|values)\.ts$/,
    functions: /^toDocument$/,
  },
  {
    name: "drawing",
    files: /\.tsx$|\/preact|\/serve\/(ssr|render)\.ts$|\/(components|lib\/(panel|values|words))\//,
  },
  { name: "reading rows", files: /\/lib\/(access|channels|crm|figures|notify|records|views)\// },
  { name: "answering", files: /^file:/ },
  { name: "Deno's server", files: /^ext:/ },
];

/** Paths of the measured pages by their names; each version has its own ids. */
export async function measuredPages({ port, token }: Version): Promise<Record<string, string>> {
  const list = `http://127.0.0.1:${port}/api/admin/quotes?company_id=1&per_page=1`;
  const answer = await fetch(list, { headers: { "Cf-Access-Jwt-Assertion": token } });
  const { data: [quote] } = await answer.json();
  return {
    "contacts, 25 rows": "/panel/contacts?per_page=25&company_id=1",
    home: "/panel?company_id=1",
    board: "/panel/opportunities?company_id=1",
    quotation: `/panel/quotes/${quote.id}?company_id=1`,
  };
}

/** CPU of a page, asked for as a browser does it, or without compression. */
export async function cpuOfPage(version: Version, page: Asked): Promise<Spent> {
  const load: GetsLoad = { ...requestOf(version, page), warmUps: page.count / 4, pauseMs };
  await using gets = startLoad("gets", load);
  await gets.line();
  const before = await version.cpuMs();
  const count = await gets.line<number>();
  const after = await version.cpuMs();
  const each = (ms: number) => ms * 1_000 / count;
  return {
    appUs: each(after.app - before.app),
    postgresUs: each(after.postgres - before.postgres),
  };
}

/** Costs of the measured pages, and their layers by a profile of each. */
export async function measurePages(quick: boolean): Promise<PageCost[]> {
  const [scale, count] = quick ? [0.02, 20] : [1, 200];
  const inspector = freePort();
  await using version = await openVersion(ownFolder, { scale });
  await using inspected = await openVersion(ownFolder, {
    scale,
    runtimeArgs: [`--inspect=127.0.0.1:${inspector}`],
  });
  const pages: PageCost[] = [];
  const profiled = await measuredPages(inspected);
  for (const [name, path] of Object.entries(await measuredPages(version))) {
    const plain = await cpuOfPage(version, { path, count, coding: "identity" });
    const compressed = await cpuOfPage(version, { path, count });
    pages.push({
      name,
      ...compressed,
      compressionUs: compressed.appUs - plain.appUs,
      handled: await handledBy(version, path),
      shares: await profileOf(
        inspector,
        layers,
        () => cpuOfPage(inspected, { path: profiled[name]!, count, coding: "identity" }),
      ),
    });
  }
  return pages;
}

const tries = 3;

/** Counts what Postgres handles for a page: the least, as background work may ask in between. */
export async function handledBy(version: Version, path: string): Promise<Handled> {
  const counts: Handled[] = [];
  for (let n = 0; n < tries; n++) {
    const request = requestOf(version, { path, count: 1 });
    await using gets = startLoad("gets", { ...request, warmUps: 4, pauseMs: settingMs });
    await gets.line();
    counts.push(await version.handled(() => gets.line()));
  }
  return counts.toSorted((a, b) => a.statements - b.statements)[0]!;
}

/** Codings that a browser asks for. */
const browsers = "gzip, deflate, br, zstd";

interface Asked {
  path: string;
  count: number;
  coding?: string;
}

interface Spent {
  appUs: number;
  postgresUs: number;
}

function requestOf({ port, token }: Version, { path, count, coding = browsers }: Asked) {
  const headers = {
    "Cf-Access-Jwt-Assertion": token,
    "Accept-Encoding": coding,
    "Sec-Fetch-Site": "same-origin",
  };
  return { port, path, count, headers, connections: 1 };
}
