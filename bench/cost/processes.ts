/** Cost of a send where several processes share the work and the database. */
import { runLoad } from "@/bench/children.ts";
import { cpuOf, serverPid } from "@/bench/cost/cpu.ts";
import type { NotifyLoad, NotifyLoadResult } from "@/bench/load/notify.ts";
import { plain } from "@/bench/notify/samples.ts";
import { openStage } from "@/bench/stage.ts";

export interface SharedCost {
  processes: number;
  /** Connections to each process. */
  connections: number;
  /** CPU of these processes and their Postgres for each accepted send, by rounds. */
  cpuUs: number[];
  perSecond: number[];
}

const most = 4;
const shapes = [
  { processes: 1, connections: 64 },
  { processes: most, connections: 64 / most },
  { processes: most, connections: 64 },
];

/** Measures the shapes in turns, on processes that all run; who is not called rests. */
export async function measureProcesses(quick: boolean): Promise<SharedCost[]> {
  const [rounds, measureMs] = quick ? [1, 1_000] : [5, 6_000];
  await using stage = await openStage("postgres");
  const folder = await Deno.makeTempDir({ prefix: "relevo-bench-" });
  await using open = new AsyncDisposableStack();
  open.defer(() => Deno.remove(folder, { recursive: true }));
  const apps = await Promise.all(
    Array.from({ length: most }, (_, n) => stage.startApp({ DATA_DIR: `${folder}/${n}` })),
  );
  for (const app of apps) open.use(app);
  const server = await serverPid(stage.cluster!);
  const costs: SharedCost[] = shapes.map((shape) => ({ ...shape, cpuUs: [], perSecond: [] }));
  let from = 1;
  for (let round = 0; round <= rounds; round++) {
    for (const { processes, connections, cpuUs, perSecond } of costs) {
      const called = apps.slice(0, processes);
      const loads = called.map((app): NotifyLoad => ({
        port: app.port,
        key: stage.key,
        connections,
        warmUpMs: 0,
        measureMs,
        from: from += 1_000_000,
        body: JSON.stringify(plain),
      }));
      const pids = [server, ...called.map(({ pid }) => pid)];
      const { ms, result } = await cpuOf(
        pids,
        () => Promise.all(loads.map((load) => runLoad<NotifyLoadResult>("notify", load))),
      );
      // The first round warms everything up.
      if (round === 0) continue;
      const accepted = result.reduce((sum, one) => sum + one.accepted, 0);
      cpuUs.push(ms * 1_000 / accepted);
      perSecond.push(accepted / Math.max(...result.map(({ seconds }) => seconds)));
    }
  }
  return costs;
}
