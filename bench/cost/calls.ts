/** Costs of calls that stand alone: an empty endpoint, a send, a list, a page. */
import { runLoad } from "@/bench/children.ts";
import { sharesIn } from "@/bench/cost/layers.ts";
import { cpuMs, cpuOf, serverPid } from "@/bench/cost/cpu.ts";
import { cpuOfAnswers, measureBare, measureUnit, type Unit } from "@/bench/cost/unit.ts";
import { type Handled, handledSoFar } from "@/bench/cost/handled.ts";
import { openFilledStage } from "@/bench/crm/filled_stage.ts";
import type { NotifyLoad, NotifyLoadResult } from "@/bench/load/notify.ts";
import { plain } from "@/bench/notify/samples.ts";
import { openStage } from "@/bench/stage.ts";

interface EndpointCost {
  bareUs: number;
  /** An answer that is kept, one that is made, and the same with its log line. */
  keptUs: number;
  madeUs: number;
  loggedUs: number;
  keptShares: Map<string, number>;
  madeShares: Map<string, number>;
}

const cachedPath = "/healthz";
/** A call that is answered without the database and without a cache: nobody is signed in. */
const refusedCall = { path: "/api/responses", status: 401 };

export async function measureEndpoint(quick: boolean): Promise<EndpointCost> {
  const count = quick ? 2_000 : 30_000;
  const bareUs = await measureBare(quick);
  await using stage = await openStage("postgres");
  const env = { ANONYMOUS_LIMIT_PER_SECOND: "0" };
  const each = async (request: { path: string; status?: number }, more = {}) => {
    await using app = await stage.startApp({ ...env, ...more });
    return await cpuOfAnswers([app.pid], { port: app.port, count, ...request });
  };
  const [keptUs, madeUs] = [await each({ path: cachedPath }), await each(refusedCall)];
  const loggedUs = await each(refusedCall, { LOG_LEVEL: "info" });
  const profile = async (request: { path: string; status?: number }) => {
    const folder = await Deno.makeTempDir({ prefix: "relevo-profile-" });
    try {
      await using app = await stage.startApp(env, ["--cpu-prof", `--cpu-prof-dir=${folder}`]);
      await cpuOfAnswers([app.pid], { port: app.port, count, ...request });
      await app.stop();
      return await sharesIn(folder);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  };
  const [keptShares, madeShares] = [
    await profile({ path: cachedPath }),
    await profile(refusedCall),
  ];
  return { bareUs, keptUs, madeUs, loggedUs, keptShares, madeShares };
}

interface SendCost {
  unit: Unit;
  /** CPU time of the app and its Postgres for each accepted send, by connections. */
  sends: { connections: number; cpuUs: number; perSecond: number }[];
}

export async function measureSends(quick: boolean): Promise<SendCost> {
  await using stage = await openStage("postgres");
  const unit = await measureUnit(stage, quick);
  await using app = await stage.startApp();
  const pids = [app.pid, await serverPid(stage.cluster!)];
  const sends: SendCost["sends"] = [];
  let from = 1;
  for (const connections of [64, 64, 1]) {
    const load: NotifyLoad = {
      port: app.port,
      key: stage.key,
      connections,
      warmUpMs: 0,
      measureMs: quick ? 1_000 : 8_000,
      from,
      body: JSON.stringify(plain),
    };
    from += 1_000_000;
    const { ms, result } = await cpuOf(pids, () => runLoad<NotifyLoadResult>("notify", load));
    const { accepted, seconds } = result;
    sends.push({ connections, cpuUs: ms * 1_000 / accepted, perSecond: accepted / seconds });
  }
  // The first warmed everything up.
  return { unit, sends: sends.slice(1) };
}

interface ReadsCost {
  unit: Unit;
  /** Samples by path. */
  reads: { path: string; cpuUs: number[]; appUs: number[]; handled: Handled }[];
}

const paths = [
  "/api/admin/contacts?per_page=25&company_id=1",
  "/api/admin/tasks?per_page=25&company_id=1",
  "/api/admin/stats?company_id=1",
  "/api/admin/me?company_id=1",
  "/panel/contacts?company_id=1",
];

/** Measures reads as a member asks: one connection after the other, the paths in turns. */
export async function measureReads(quick: boolean): Promise<ReadsCost> {
  const [count, samples] = quick ? [40, 1] : [200, 5];
  await using filled = await openFilledStage("postgres", {
    scale: quick ? 0.05 : 1,
    now: new Date(),
  });
  const { stage, app } = filled;
  const unit = await measureUnit(stage, quick);
  const server = await serverPid(stage.cluster!);
  const calls = count * 1.25; // the warm-up counts too
  const reads: ReadsCost["reads"] = [];
  for (let sample = 0; sample < samples; sample++) {
    for (const [at, path] of paths.entries()) {
      const headers = { "Cf-Access-Jwt-Assertion": app.token };
      const load = { port: app.port, path, headers, count, connections: 1 };
      const handledBefore = await handledSoFar(stage.databaseUrl!);
      const before = await cpuMs(app.pid);
      const cpuUs = await cpuOfAnswers([app.pid, server], load);
      const appUs = (await cpuMs(app.pid) - before) * 1_000 / calls;
      const { rows, blocks } = await handledSoFar(stage.databaseUrl!);
      const handled = {
        rows: (rows - handledBefore.rows) / calls,
        blocks: (blocks - handledBefore.blocks) / calls,
      };
      const read = reads[at] ??= { path, cpuUs: [], appUs: [], handled };
      read.handled = handled;
      read.cpuUs.push(cpuUs);
      read.appUs.push(appUs);
    }
  }
  return { unit, reads };
}
