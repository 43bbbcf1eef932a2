/** The parts of `deno task bench cost`: what calls cost, in look-ups of one row. */
import { measureAnswers } from "@/bench/cost/answers.ts";
import { measureEndpoint, measureReads, measureSends } from "@/bench/cost/calls.ts";
import { compare, micro } from "@/bench/cost/against.ts";
import { measurePages } from "@/bench/cost/pages.ts";
import { measureProcesses } from "@/bench/cost/processes.ts";
import { measureStreams, perSend } from "@/bench/cost/streams.ts";
import { measureBare, measureUnit, type Unit } from "@/bench/cost/unit.ts";
import type { Part, Scope } from "@/bench/notify/parts.ts";
import { milliseconds, rate, spread, table } from "@/bench/report.ts";
import { openStage } from "@/bench/stage.ts";
import { median, percentile } from "@/bench/statistics.ts";

/** Every part by its name. */
export const parts: Record<string, Part> = {
  unit: onPostgres(unit),
  endpoint: onPostgres(endpoint),
  send: onPostgres(send),
  processes: onPostgres(processes),
  answer: onPostgres(answer),
  streams: onPostgres(streams),
  reads: onPostgres(reads),
  pages: onPostgres(pages),
};

async function pages({ quick }: Scope): Promise<string> {
  const costs = await measurePages(quick);
  const layers = [...costs[0]!.shares.keys()];
  const rows = costs.map((cost) => {
    const { name: page, appUs, compressionUs, postgresUs, handled, shares } = cost;
    return [
      page,
      micro(appUs + postgresUs),
      micro(postgresUs),
      ...layers.map((name) => micro(shares.get(name)! * (appUs - compressionUs))),
      micro(compressionUs),
      `${handled.statements}; ${handled.rows}; ${handled.blocks}`,
    ];
  });
  const head = ["page", "CPU", "Postgres", ...layers, "compression"];
  return [
    table([...head, "statements; rows; blocks"], rows),
    "Layers of the app by a profile. Aims: contacts 10 ms, home 8, the board 7.",
  ].join("\n\n");
}

for (const [name, part] of Object.entries(parts)) {
  parts[name] = ({ against, ...scope }) =>
    against === undefined ? part(scope) : compare(name, { other: against, quick: scope.quick });
}

function onPostgres(part: Part): Part {
  return (scope) =>
    scope.kinds.includes("postgres")
      ? part(scope)
      : Promise.resolve("Costs are measured on Postgres.");
}

async function unit({ quick }: Scope): Promise<string> {
  await using stage = await openStage("postgres");
  const measurement = await measureUnit(stage, quick);
  const bareUs = await measureBare(quick);
  return table(["unit, CPU", "unit, time", "answer of a bare `Deno.serve`, CPU"], [
    [micro(measurement.cpuUs), micro(measurement.timeUs), micro(bareUs)],
  ]);
}

async function endpoint({ quick }: Scope): Promise<string> {
  const cost = await measureEndpoint(quick);
  const { bareUs, keptUs, madeUs, loggedUs, keptShares, madeShares } = cost;
  const row = (name: string, us: number) => [name, micro(us), (us / bareUs).toFixed(1)];
  const part = (share: number, us: number) =>
    `${micro(share * us)} (${(share * 100).toFixed(0)} %)`;
  const parts = [...madeShares].sort(([, a], [, b]) => b - a)
    .map(([name, share]) => [name, part(keptShares.get(name)!, keptUs), part(share, madeUs)]);
  return [
    table(["answer", "CPU", "÷ bare"], [
      row("bare `Deno.serve`", bareUs),
      row("`/healthz`, kept", keptUs),
      row("refused at the door, made anew", madeUs),
      row("the same with its log line", loggedUs),
    ]),
    table(["layer, by a profile", "`/healthz`", "made anew"], parts),
    "Aim: at most 3 × a bare one.",
  ].join("\n\n");
}

async function send({ quick }: Scope): Promise<string> {
  const cost = await measureSends(quick);
  const rows = cost.sends.map(({ connections, cpuUs, perSecond }) => [
    String(connections),
    micro(cpuUs),
    inUnits(cpuUs, cost.unit),
    rate(perSecond),
  ]);
  return [
    table(["connections", "CPU of an accepted send", "units", "accepted/s"], rows),
    `${describeUnit(cost.unit)} Aim: 1.5 units.`,
  ].join("\n\n");
}

async function processes({ quick }: Scope): Promise<string> {
  const costs = await measureProcesses(quick);
  const rows = costs.map(({ processes, connections, cpuUs, perSecond }) => [
    String(processes),
    String(connections),
    spread(cpuUs, micro),
    (median(cpuUs) / median(costs[0]!.cpuUs)).toFixed(2),
    rate(median(perSecond)),
  ]);
  const head = ["processes", "connections of each", "CPU of an accepted send", "÷ one process"];
  return [table([...head, "accepted/s"], rows), "Aim: at most 1.1 × one process."].join("\n\n");
}

async function answer({ quick }: Scope): Promise<string> {
  const seconds = quick ? 2 : 15;
  const paces = [100, 200, 400].map((perSecond) => ({ perSecond, seconds }));
  const { unit, rounds, counts } = await measureAnswers(quick ? paces.slice(0, 1) : paces, quick);
  const rows = rounds.map(({ perSecond, cpuUs, appUs, callbackMs }) => {
    const [half, most] = [percentile(callbackMs, 0.5), percentile(callbackMs, 0.95)];
    return [
      String(perSecond),
      micro(cpuUs),
      inUnits(cpuUs, unit),
      inUnits(appUs, unit),
      `${milliseconds(half)} / ${milliseconds(most)}`,
      (most * 1_000 / unit.timeUs).toFixed(0),
    ];
  });
  const head = ["answers/s", "CPU of an answer", "units", "of them the app"];
  return [
    table([...head, "answer → callback, p50 / p95 ms", "p95 in units of time"], rows),
    `${describeUnit(unit)} Each answer asks Postgres ${counts.roundTrips.toFixed(1)} times, ` +
    `${counts.statements.toFixed(1)} statements, ${
      counts.parsed.toFixed(1)
    } of them parsed anew. ` +
    "Aims: 16 units, p95 at 100/s 40 units of time, steady at 400/s.",
  ].join("\n\n");
}

async function streams({ quick }: Scope): Promise<string> {
  const size = quick
    ? { streams: 100, samples: 1, rounds: 2 }
    : { streams: 1_000, samples: 5, rounds: 4 };
  const { unit, own, bare } = await measureStreams({ ...size, quick });
  const micros = (ms: number) => micro(ms * 1_000);
  const rows = [own, bare].map((samples, at) => {
    const each = samples.map(({ roundMs }) => roundMs / size.streams);
    const { idleMiB, perStreamKiB } = samples[0]!;
    return [
      at === 0 ? "Relevo" : "bare Deno",
      spread(samples.map(({ roundMs }) => roundMs), milliseconds),
      spread(samples.map(({ restingMs }) => restingMs), milliseconds),
      spread(each, micros),
      inUnits(median(each) * 1_000, unit, 2),
      spread(samples.map(({ lastMs }) => median(lastMs)), milliseconds),
      `${perStreamKiB.toFixed(0)} KiB`,
      `${idleMiB.toFixed(0)} MiB`,
    ];
  });
  const head = [
    "",
    "CPU of a round, ms",
    "of a second at rest, ms",
    "CPU of a notification",
    "units",
    "last stream, ms",
  ];
  return [
    table([...head, "memory of a stream", "idle"], rows),
    `${describeUnit(unit)} A round is one message to each of ${rate(size.streams)} users, in ` +
    `sends to ${perSend} at once, each user with one phone's stream, until app and database ` +
    `rest, less what they take at rest; ${size.samples} samples of ${size.rounds} rounds, both sides in turns, the lowest and the ` +
    "highest in brackets. Aims: 60 ms a round, the last stream after 40 ms, 80 KiB.",
  ].join("\n\n");
}

async function reads({ quick }: Scope): Promise<string> {
  const { unit, reads } = await measureReads(quick);
  const rows = reads.map(({ path, cpuUs, appUs, handled }) => [
    `\`${path}\``,
    spread(cpuUs, micro),
    inUnits(median(cpuUs), unit),
    inUnits(median(appUs), unit),
    rate(handled.rows),
    rate(handled.blocks),
  ]);
  return [
    table(["GET", "CPU", "units", "of them the app", "rows", "blocks"], rows),
    `${describeUnit(unit)} Rows and blocks are what Postgres handled for a call, those of its ` +
    "planning among them. Aims: 1,500 µs for a list of 25, 500 µs for `me`.",
  ].join("\n\n");
}

function describeUnit({ cpuUs, timeUs }: Unit): string {
  return `The unit was ${micro(cpuUs)} of CPU, ${micro(timeUs)} of time.`;
}

function inUnits(us: number, { cpuUs }: Unit, digits = 1): string {
  return (us / cpuUs).toFixed(digits);
}
