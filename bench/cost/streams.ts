/** Cost of one message to many open streams, and the memory of a stream. */
import { startLoad } from "@/bench/children.ts";
import { cpuMs, serverPid } from "@/bench/cost/cpu.ts";
import { measureUnit, type Unit } from "@/bench/cost/unit.ts";
import type { StreamsLoad, StreamsResult } from "@/bench/load/streams.ts";
import { residentMiB } from "@/bench/notify/memory.ts";
import { plain } from "@/bench/notify/samples.ts";
import { openStage } from "@/bench/stage.ts";
import { median } from "@/bench/statistics.ts";

interface StreamsCost {
  unit: Unit;
  own: Fanned;
  bare: Fanned;
}

interface Fanned {
  /** CPU time for each notification on each stream. */
  cpuUs: number;
  /** Time until the last stream had it; the median of the rounds. */
  lastMs: number;
  idleMiB: number;
  perStreamKiB: number;
}

interface StreamsRun {
  load: StreamsLoad;
  pids: number[];
  idleMiB: number;
}

const settleMs = 3_000;
const restMs = 700;

export async function measureStreams(
  { streams, rounds, quick }: { streams: number; rounds: number; quick: boolean },
): Promise<StreamsCost> {
  const users = Array.from({ length: streams }, (_, index) => `customer-${index}`);
  await using stage = await openStage("postgres", users);
  const unit = await measureUnit(stage, quick);
  const { callbackUrl: _url, userId: _user, ...notification } = plain;
  const { key, phones } = stage;
  const load = { key, phones, notification, perSend: 1_000, rounds, restMs };
  await using bareServer = startLoad("bare", {});
  const port = await bareServer.line<number>();
  const bare = await fan({
    load: { ...load, port },
    pids: [bareServer.pid],
    idleMiB: await residentMiB(bareServer.pid),
  });
  await using app = await stage.startApp();
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const own = await fan({
    load: { ...load, port: app.port },
    pids: [app.pid, await serverPid(stage.cluster!)],
    idleMiB: await residentMiB(app.pid),
  });
  return { unit, own, bare };
}

async function fan({ load, pids, idleMiB }: StreamsRun): Promise<Fanned> {
  await using process = startLoad("streams", load);
  await process.line();
  const openMiB = await residentMiB(pids[0]!);
  const before = await cpuMs(...pids);
  const { reachedMs } = await process.line<StreamsResult>();
  const deliveries = load.phones.length * (load.rounds + 1);
  return {
    cpuUs: (await cpuMs(...pids) - before) * 1_000 / deliveries,
    lastMs: median(reachedMs.map((times) => Math.max(...times))),
    idleMiB,
    perStreamKiB: (openMiB - idleMiB) * 1024 / load.phones.length,
  };
}
