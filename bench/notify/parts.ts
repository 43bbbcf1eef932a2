/** The parts of `deno task bench notify`: how much each does, and its table. */
import { measureLatency } from "@/bench/notify/latency.ts";
import { measureMemory } from "@/bench/notify/memory.ts";
import { measurePolls } from "@/bench/notify/polls.ts";
import { measurePush } from "@/bench/notify/push.ts";
import {
  measureCeiling,
  measureThroughput,
  type ThroughputResult,
} from "@/bench/notify/throughput.ts";
import { milliseconds, percentiles, rate, spread, table } from "@/bench/report.ts";
import { databaseNames, type Kind } from "@/bench/stage.ts";
import { median } from "@/bench/statistics.ts";

/** Database of the measurement, and whether it is only a quick check. */
export interface Scope {
  kinds: Kind[];
  quick: boolean;
  /** Text in the name of the attacks on fairness that run. */
  attack?: string;
  /** Folder of another version, built, that costs are compared with. */
  against?: string;
  /** Part of the data that `scale companies` is to carry, from 0 to 1. */
  share?: number;
}

/** Runs a part and returns its results as Markdown. */
export type Part = (scope: Scope) => Promise<string>;

/** Every part by its name. */
export const parts: Record<string, Part> = { throughput, latency, polls, memory, push };

const connections = 64;
/** The embedded database runs in the app's one thread: it is for small installations. */
const answersPerSecond: Record<Kind, number> = { postgres: 200, pglite: 20 };

async function throughput({ kinds, quick }: Scope): Promise<string> {
  const [seconds, rounds] = quick ? [2, 1] : [10, 3];
  const ceiling = await measureCeiling({ connections, seconds: quick ? 2 : 5 });
  const rows: string[][] = [];
  for (const kind of kinds) {
    const results = await measureThroughput({ kind, connections, seconds, rounds });
    rows.push(...results.map((result) => throughputRow(kind, result)));
  }
  const head = ["database", "notifications", "accepted/s", "p50 / p95 / p99 ms", "pgbench/s"];
  return [
    table([...head, "app ÷ pgbench", "64 a transaction/s"], rows),
    `Medians of ${rounds} × ${seconds} s, ${connections} connections; in brackets the lowest and ` +
    `the highest round. The load process alone, against a server that only answers 202: ` +
    `${rate(ceiling)}/s.`,
  ].join("\n\n");
}

function throughputRow(kind: Kind, { sort, rounds }: ThroughputResult): string[] {
  const yardsticks = rounds.flatMap(({ pgbench }) => pgbench ? [pgbench.perSecond] : []);
  const ratios = rounds.flatMap(({ perSecond, pgbench }) =>
    pgbench ? [perSecond / pgbench.perSecond] : []
  );
  const limits = rounds.flatMap(({ limit }) => limit ? [limit.perSecond] : []);
  return [
    databaseNames[kind],
    sort,
    spread(rounds.map(({ perSecond }) => perSecond), rate),
    percentiles(rounds.flatMap(({ latenciesMs }) => latenciesMs)),
    spread(yardsticks, rate),
    spread(ratios, (ratio) => ratio.toFixed(2)),
    spread(limits, rate),
  ];
}

async function latency({ kinds, quick }: Scope): Promise<string> {
  const seconds = quick ? 4 : 20;
  const rows: string[][] = [];
  for (const kind of kinds) {
    const perSecond = answersPerSecond[kind];
    const result = await measureLatency({ kind, perSecond, seconds });
    rows.push([
      databaseNames[kind],
      `${perSecond}`,
      percentiles(result.callbackMs),
      percentiles(result.answerMs),
      percentiles(result.lateMs),
      String(result.repeated),
    ]);
  }
  const head = ["database", "answers/s", "answer → callback, p50 / p95 / p99 ms"];
  return [
    table([...head, "answer → 201", "load was late by", "callbacks twice"], rows),
    `${seconds} s on a fixed schedule, after 2 s that do not count.`,
  ].join("\n\n");
}

async function polls({ kinds, quick }: Scope): Promise<string> {
  const [idle, count] = quick ? [300, 20] : [3_000, 200];
  const rows: string[][] = [];
  for (const kind of kinds) {
    const perSecond = kind === "postgres" ? 20 : 10;
    const { aloneMs, amongMs } = await measurePolls({ kind, idle, count, perSecond });
    rows.push([databaseNames[kind], `${perSecond}`, percentiles(aloneMs), percentiles(amongMs)]);
  }
  const head = ["database", "answers/s", "alone, p50 / p95 / p99 ms"];
  return [
    table([...head, `among ${rate(idle)} that wait`], rows),
    `${count} answers each. Aim: 50 ms at p95 among the others on Postgres.`,
  ].join("\n\n");
}

async function memory({ kinds, quick }: Scope): Promise<string> {
  const [streams, rounds] = quick ? [200, 1] : [2_000, 3];
  const rows: string[][] = [];
  for (const kind of kinds) {
    const result = await measureMemory({ kind, streams, rounds });
    const reached = result.reachedMs.flat();
    const perStreamKiB = (result.openMiB - result.idleMiB) * 1024 / streams;
    rows.push([
      databaseNames[kind],
      `${result.idleMiB.toFixed(0)} MiB`,
      `${result.openMiB.toFixed(0)} MiB (${perStreamKiB.toFixed(0)} KiB a stream)`,
      `${result.afterMiB.toFixed(0)} MiB`,
      milliseconds(median(result.acceptedMs)),
      percentiles(reached, [0.5, 0.95, 1]),
    ]);
  }
  const head = ["database", "idle", `${rate(streams)} open streams`, "after the sends"];
  return [
    table([...head, "last 202, ms", "send → all streams, p50 / p95 / max ms"], rows),
    `Resident set size. One send for each 1000 users, all at once; ${rounds} of them after one ` +
    `that does not count.`,
  ].join("\n\n");
}

async function push({ kinds, quick }: Scope): Promise<string> {
  const [phones, rounds] = quick ? [200, 1] : [1_000, 5];
  const rows: string[][] = [];
  for (const kind of kinds) {
    const results = await measurePush({ kind, phones, rounds });
    const arrived = results.flatMap(({ arrivedMs }) => arrivedMs);
    rows.push([
      databaseNames[kind],
      spread(results.map(({ perSecond }) => perSecond), rate),
      percentiles(arrived, [0.5, 0.95, 1]),
    ]);
  }
  const head = ["database", "pushes/s", "send → push service, p50 / p95 / max ms"];
  return [
    table(head, rows),
    `Medians of ${rounds} sends to ${phones} phones each, after one that does not count; in ` +
    `brackets the lowest and the highest.`,
  ].join("\n\n");
}
