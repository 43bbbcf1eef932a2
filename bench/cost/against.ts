/** Two versions at once, measured in turns: the only comparison that holds on a shared machine. */
import { runLoad, startLoad } from "@/bench/children.ts";
import { answerAll } from "@/bench/cost/answers.ts";
import { cpuOfPage, handledBy, measuredPages } from "@/bench/cost/pages.ts";
import { fan, perSend, rests } from "@/bench/cost/streams.ts";
import { cpuOfAnswers } from "@/bench/cost/unit.ts";
import { openVersion, ownFolder, type Version } from "@/bench/cost/version.ts";
import type { VersionOptions } from "@/bench/cost/version_process.ts";
import type { NotifyLoad, NotifyLoadResult } from "@/bench/load/notify.ts";
import { plain } from "@/bench/notify/samples.ts";
import { spread, table } from "@/bench/report.ts";
import type { Handled } from "@/bench/scale/plans.ts";
import { median, percentile } from "@/bench/statistics.ts";
import { authorityFile, certificateFor } from "@/tests/support/certificates.ts";

/** Figures of a round by their names, in microseconds unless the name says otherwise. */
type Figures = Record<string, number>;

interface Comparison {
  options(quick: boolean): VersionOptions;
  /** @param round its number, from 0 on; the first one does not count */
  measure(version: Version, round: { at: number; quick: boolean }): Promise<Figures>;
  /** Rows and blocks of a call. */
  handled?(version: Version): Promise<Record<string, Handled>>;
  /** Opens what the rounds call, and gives settings of the app that reach it. */
  prepare?(): Promise<Record<string, string>>;
}

const rounds = 5;
const users = (count: number) => Array.from({ length: count }, (_, n) => `customer-${n}`);
const reads = ["contacts?per_page=25&", "tasks?per_page=25&", "stats?", "me?"]
  .map((path) => `/api/admin/${path}company_id=1`);

const comparisons: Record<string, Comparison> = {
  endpoint: {
    options: () => ({ env: { ANONYMOUS_LIMIT_PER_SECOND: "0" } }),
    async measure({ port, pid }, { quick }) {
      const count = quick ? 500 : 8_000;
      const each = (path: string, status?: number) =>
        cpuOfAnswers([pid], { port, path, status, count });
      return { "`/healthz`": await each("/healthz"), refused: await each("/api/responses", 401) };
    },
  },
  send: {
    options: () => ({}),
    async measure(version, { at, quick }) {
      const figures: Figures = {};
      for (const [n, connections] of [64, 1].entries()) {
        const load: NotifyLoad = {
          port: version.port,
          key: version.key,
          connections,
          warmUpMs: 0,
          measureMs: quick ? 500 : 4_000,
          from: (2 * at + n) * 1_000_000 + 1,
          body: JSON.stringify(plain),
        };
        const before = await totalMs(version);
        const { accepted } = await runLoad<NotifyLoadResult>("notify", load);
        const us = (await totalMs(version) - before) * 1_000 / accepted;
        figures[`a send, ${connections} connections`] = us;
      }
      return figures;
    },
  },
  answer: {
    options: () => ({ users: users(200) }),
    async measure(version, { quick }) {
      const figures: Figures = {};
      await using receiver = startLoad("receiver", certificateFor());
      const url = `https://127.0.0.1:${await receiver.line<number>()}`;
      const stage = { ...version, cluster: version };
      for (const perSecond of quick ? [50] : [100, 400]) {
        const load = { app: version, url, perSecond, seconds: quick ? 1 : 5 };
        const { cpuUs, callbackMs } = await answerAll(stage, load);
        figures[`an answer at ${perSecond}/s`] = cpuUs;
        figures[`its callback at p95, ms`] = percentile(callbackMs, 0.95);
      }
      return figures;
    },
    prepare: async () => ({ NODE_EXTRA_CA_CERTS: await authorityFile() }),
  },
  streams: {
    options: (quick) => ({ users: users(quick ? 100 : 1_000) }),
    async measure({ port, pid, server, key, phones }, { quick }) {
      const { callbackUrl: _url, userId: _user, ...notification } = plain;
      const load = { port, key, phones, notification, perSend, rounds: quick ? 1 : 5, ...rests };
      const { roundMs, lastMs } = await fan({ load, pids: [pid, server], idleMiB: 0 });
      return {
        "a notification on a stream": roundMs * 1_000 / phones.length,
        "the last stream, ms": median(lastMs),
      };
    },
  },
  reads: {
    options: (quick) => ({ scale: quick ? 0.02 : 0.5 }),
    async measure({ port, pid, server, token }, { quick }) {
      const figures: Figures = {};
      for (const path of reads) {
        const headers = { "Cf-Access-Jwt-Assertion": token };
        const load = { port, path, headers, count: quick ? 20 : 200, connections: 1 };
        figures[`\`${path}\``] = await cpuOfAnswers([pid, server], load);
      }
      return figures;
    },
    handled: (version) =>
      handledByAll(version, Object.fromEntries(reads.map((path) => [`\`${path}\``, path]))),
  },
  pages: {
    options: (quick) => ({ scale: quick ? 0.02 : 0.5 }),
    async measure(version, { quick }) {
      const figures: Figures = {};
      for (const [name, path] of Object.entries(await measuredPages(version))) {
        const { appUs, postgresUs } = await cpuOfPage(version, { path, count: quick ? 20 : 60 });
        figures[name] = appUs + postgresUs;
      }
      return figures;
    },
    handled: async (version) => await handledByAll(version, await measuredPages(version)),
  },
};

/** The parts that can be compared. */
export const comparableParts = Object.keys(comparisons);

/**
 * Measures a part of both versions, the one first in every second round.
 * @param other folder of the other version, built
 */
export async function compare(
  part: string,
  { other, quick }: { other: string; quick: boolean },
): Promise<string> {
  const comparison = comparisons[part];
  if (!comparison) return "It is of the machine, not of a version.";
  const { options, measure, handled, prepare } = comparison;
  const { env, ...more } = options(quick);
  const opened = { ...more, env: { ...env, ...await prepare?.() } };
  await using open = new AsyncDisposableStack();
  const sides: Version[] = [];
  for (const folder of [other, ownFolder]) {
    sides.push(open.use(await openVersion(folder, opened)));
  }
  const all = sides.map((): Figures[] => []);
  for (let at = 0; at <= rounds; at++) {
    for (const side of at % 2 ? [1, 0] : [0, 1]) {
      const figures = await measure(sides[side]!, { at, quick });
      if (at > 0) all[side]!.push(figures);
    }
  }
  const counts = await Promise.all(sides.map((side) => handled?.(side)));
  return [
    tableOf(all as [Figures[], Figures[]]),
    ...(handled ? [handledTable(counts as [Counts, Counts])] : []),
    `Both at once, in turns; medians of ${rounds} rounds, in brackets the lowest and the highest, ` +
    "CPU of the app and its Postgres.",
  ].join("\n\n");
}

function tableOf([others, own]: [Figures[], Figures[]]): string {
  const rows = Object.keys(own[0]!).map((name) => {
    const [theirs, ours] = [others, own].map((figures) => figures.map((round) => round[name]!));
    const ratios = ours!.map((figure, at) => figure / theirs![at]!);
    const show = (value: number) => /, ms$/.test(name) ? value.toFixed(1) : micro(value);
    return [
      name,
      spread(theirs!, show),
      spread(ours!, show),
      `${(median(ours!) / median(theirs!)).toFixed(2)} (${
        spread(ratios, (ratio) => ratio.toFixed(2))
      } in a round)`,
    ];
  });
  return table(["", "other", "this", "ratio"], rows);
}

type Counts = Record<string, Handled>;

function handledTable([others, own]: [Counts, Counts]): string {
  const show = ({ statements, rows, blocks }: Handled) => `${statements}; ${rows}; ${blocks}`;
  const rows = Object.entries(own).map(([name, counts]) => [
    name,
    others[name] ? show(others[name]) : "–",
    show(counts),
  ]);
  return table(["statements; rows; blocks of a call", "other", "this"], rows);
}

async function handledByAll(version: Version, paths: Record<string, string>): Promise<Counts> {
  const counts: Counts = {};
  for (const [name, path] of Object.entries(paths)) counts[name] = await handledBy(version, path);
  return counts;
}

async function totalMs(version: Version): Promise<number> {
  const { app, postgres } = await version.cpuMs();
  return app + postgres;
}

/** Microseconds for a reader. */
export function micro(us: number): string {
  return us < 10_000 ? `${us.toFixed(0)} µs` : `${(us / 1_000).toFixed(1)} ms`;
}
