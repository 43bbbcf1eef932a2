/** The part of `deno task bench panel`: each page's server time, click → painted, and weight. */
import { openFilledStage } from "@/bench/crm/filled_stage.ts";
import type { Part, Scope } from "@/bench/notify/parts.ts";
import { clickOn, type Clicks, weighPage } from "@/bench/panel/clicks.ts";
import { addressOf, panelPages } from "@/bench/panel/pages.ts";
import { askForPage } from "@/bench/panel/server_time.ts";
import { medianAndTail, table } from "@/bench/report.ts";
import { databaseNames, type Kind } from "@/bench/stage.ts";
import { percentile } from "@/bench/statistics.ts";
import { findChromium } from "@/tests/support/browser.ts";
import { signIn } from "@/tests/support/signed_in.ts";

/** Every part by its name. */
export const parts: Record<string, Part> = { pages };

interface Measured {
  path: string;
  statements?: number;
  serverMs: number[];
  clicks?: Clicks;
  bytes?: number;
}

const company = 1;
const warmUps = 5;
/** Aims at p95 on Postgres; KB of 1,000 bytes. */
const aims = { serverMs: 40, clickMs: 150, kilobytes: 80 };

async function pages({ kinds, quick }: Scope): Promise<string> {
  const paths = await panelPages();
  const sections: string[] = [];
  for (const kind of kinds) sections.push(await measure(kind, paths, quick));
  const browser = findChromium() ? "" : " Without a browser: none was found.";
  return [
    ...sections,
    `Aims on Postgres: ${aims.serverMs} ms of the server's and ${aims.clickMs} ms from click to ` +
    `painted, both at p95; ${aims.kilobytes} KB for a first page.${browser}`,
  ].join("\n\n");
}

async function measure(kind: Kind, paths: string[], quick: boolean): Promise<string> {
  const [scale, runs, clicks] = quick ? [0.02, 5, 2] : [1, 100, 12];
  const addresses: string[] = [];
  await using filled = await openFilledStage(kind, {
    scale,
    now: new Date(),
    prepare: async (database) => {
      for (const path of paths) addresses.push(await addressOf(database, company, path));
    },
  });
  const { url, token } = filled.app;
  await using gateway = await signIn(url, token);
  const all: Measured[] = [];
  for (const [at, address] of addresses.entries()) {
    const path = `${address}?company_id=${company}`;
    const timesMs = await askForPage(new URL(path, url), { token, runs: warmUps + runs });
    all.push({
      path: paths[at]!,
      serverMs: timesMs.slice(warmUps),
      statements: await filled.countStatements(address),
      // What a browser adds is the same on both databases.
      ...(kind === "postgres" && findChromium() ? await inBrowser(gateway.url, path, clicks) : {}),
    });
  }
  const clicked = all.some((page) => page.clicks) ? ` and 2 × ${clicks} clicks` : "";
  const counts = `${runs} requests${clicked} each, one after the other; headless Chromium, drawn ` +
    "by the processor; weights with headers.";
  return [tableOf(kind, all), `${counts} ${outside(all)}`].join("\n\n");
}

async function inBrowser(origin: string, path: string, runs: number) {
  const start = `${origin}/panel?company_id=${company}&from=start`;
  const bytes = await weighPage(origin + path);
  return { bytes, clicks: await clickOn(origin + path, { start, runs }) };
}

function tableOf(kind: Kind, all: Measured[]): string {
  const head = [databaseNames[kind], "statements", "server, p50 / p95 ms"];
  return table(
    head.concat(
      "click → painted, p50 / p95 ms",
      "drawn ahead, p50 / p95 ms",
      "ratio",
      "first page, KB",
    ),
    all.map(({ path, statements = "–", serverMs, clicks, bytes }) => [
      `\`${path}\``,
      String(statements),
      both(serverMs),
      both(clicks?.atOnceMs),
      both(clicks?.hoveredMs),
      clicks
        ? (percentile(clicks.hoveredMs, 0.5) / percentile(clicks.atOnceMs, 0.5)).toFixed(2)
        : "–",
      bytes === undefined ? "–" : (bytes / 1_000).toFixed(1),
    ]),
  );
}

function both(timesMs: number[] | undefined): string {
  if (!timesMs) return "–";
  return medianAndTail(timesMs);
}

function outside(all: Measured[]): string {
  const late = all.filter(({ serverMs, clicks, bytes = 0 }) =>
    percentile(serverMs, 0.95) > aims.serverMs || bytes > aims.kilobytes * 1_000 ||
    clicks && percentile(clicks.hoveredMs, 0.95) > aims.clickMs
  );
  if (late.length === 0) return "All are within the aims.";
  return `Outside the aims: ${late.map(({ path }) => `\`${path}\``).join(", ")}.`;
}
