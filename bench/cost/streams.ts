/** Cost of a message to many open streams until the database rests, and the memory of a stream. */
import { startLoad } from "@/bench/children.ts";
import { cpuMs, serverPid } from "@/bench/cost/cpu.ts";
import { measureUnit, type Unit } from "@/bench/cost/unit.ts";
import type { StreamsLoad, StreamsResult } from "@/bench/load/streams.ts";
import { residentMiB } from "@/bench/notify/memory.ts";
import { plain } from "@/bench/notify/samples.ts";
import { openStage } from "@/bench/stage.ts";

interface StreamsCost {
  unit: Unit;
  /** Turns in which both sides were measured one after the other. */
  own: Sample[];
  bare: Sample[];
}

interface Sample {
  /** CPU time of a round, one message to every user and all that follows, beyond that at rest. */
  roundMs: number;
  /** CPU time of a second in which nothing is sent. */
  restingMs: number;
  /** Time of each round until the last stream had the notification. */
  lastMs: number[];
  idleMiB: number;
  perStreamKiB: number;
}

interface StreamsRun {
  load: StreamsLoad;
  pids: number[];
  idleMiB: number;
}

interface Size {
  streams: number;
  samples: number;
  rounds: number;
  quick: boolean;
}

/** Users of one send. */
export const perSend = 100;
const settleMs = 3_000;
const restMs = 700;
const idleMs = 5_000;
/** Streams read their notifications once more within this time. */
const settlingMs = 6_000;
/** Before the first round, at whose rest CPU is read, and between rounds. */
export const rests = { firstRestMs: idleMs + restMs, restMs };
const longestSettlingMs = 20_000;
const lookMs = 1_000;
const restingShare = 0.02;

export async function measureStreams(
  { streams, samples, rounds, quick }: Size,
): Promise<StreamsCost> {
  const users = Array.from({ length: streams }, (_, index) => `customer-${index}`);
  await using stage = await openStage("postgres", users);
  const unit = await measureUnit(stage, quick);
  const { callbackUrl: _url, userId: _user, ...notification } = plain;
  const { key, phones } = stage;
  const load = { key, phones, notification, rounds, ...rests };
  await using bareServer = startLoad("bare", {});
  const port = await bareServer.line<number>();
  await using app = await stage.startApp();
  await rest(settleMs);
  const sides = {
    // It knows no users: one message is for all.
    bare: { load: { ...load, port, perSend: streams }, pids: [bareServer.pid] },
    own: {
      load: { ...load, port: app.port, perSend },
      pids: [app.pid, await serverPid(stage.cluster!)],
    },
  };
  const idle = {
    bare: await residentMiB(bareServer.pid),
    own: await residentMiB(app.pid),
  };
  const results: StreamsCost = { unit, own: [], bare: [] };
  for (let sample = 0; sample < samples; sample++) {
    for (const side of ["bare", "own"] as const) {
      results[side].push(await fan({ ...sides[side], idleMiB: idle[side] }));
    }
  }
  return results;
}

export async function fan({ load, pids, idleMiB }: StreamsRun): Promise<Sample> {
  await using process = startLoad("streams", load);
  await process.line();
  const openMiB = await residentMiB(pids[0]!);
  const { reachedMs, cpu, seconds, restingMs } = await watch(process, pids);
  return {
    roundMs: (cpu - restingMs * seconds) / (load.rounds + 1),
    restingMs,
    lastMs: reachedMs.map((times) => Math.max(...times)),
    idleMiB,
    perStreamKiB: (openMiB - idleMiB) * 1024 / load.phones.length,
  };
}

/** CPU time from the first send until app and database rest, and of a second before. */
async function watch(process: ReturnType<typeof startLoad>, pids: number[]) {
  const opened = await cpuMs(...pids);
  await rest(idleMs);
  const before = await cpuMs(...pids);
  const startedAt = performance.now();
  const { reachedMs } = await process.line<StreamsResult>();
  await settled(pids);
  return {
    reachedMs,
    cpu: await cpuMs(...pids) - before,
    seconds: (performance.now() - startedAt) / 1_000,
    restingMs: (before - opened) * 1_000 / idleMs,
  };
}

/** Waits until app and database rest. */
async function settled(pids: number[]): Promise<void> {
  await rest(settlingMs);
  let before = await cpuMs(...pids);
  for (let waitedMs = settlingMs; waitedMs < longestSettlingMs; waitedMs += lookMs) {
    await rest(lookMs);
    const now = await cpuMs(...pids);
    if (now - before <= restingShare * lookMs) return;
    before = now;
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
