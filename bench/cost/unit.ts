/**
 * Unit of the costs: the CPU of one prepared one-row `select` by `pg` from Deno, both
 * sides; and what a bare `Deno.serve` takes for an answer.
 */
import { startLoad } from "@/bench/children.ts";
import { cpuMs, serverPid } from "@/bench/cost/cpu.ts";
import type { GetsLoad } from "@/bench/load/gets.ts";
import type { SelectsLoad } from "@/bench/load/selects.ts";
import type { Stage } from "@/bench/stage.ts";
import { median } from "@/bench/statistics.ts";

/** One look-up: microseconds of CPU, and of time by the clock. */
export interface Unit {
  cpuUs: number;
  timeUs: number;
}

export const pauseMs = 300;

/** Measures on the stage's own server, so that a slow machine slows both. */
export async function measureUnit(
  { cluster, databaseUrl }: Pick<Stage, "cluster" | "databaseUrl">,
  quick: boolean,
): Promise<Unit> {
  const count = quick ? 1_000 : 10_000;
  const options: SelectsLoad = { databaseUrl: databaseUrl!, warmUps: count / 4, count, pauseMs };
  await using load = startLoad("selects", options, { needsEnv: true });
  const pids = [load.pid, await serverPid(cluster!)];
  await load.line();
  const before = await cpuMs(...pids);
  const timesMs = await load.line<number[]>();
  const cpuUs = (await cpuMs(...pids) - before) * 1_000 / count;
  return { cpuUs, timeUs: median(timesMs) * 1_000 };
}

/** Microseconds of CPU that a process takes for each answer. */
export async function cpuOfAnswers(
  pids: number[],
  options: Omit<GetsLoad, "connections" | "warmUps" | "pauseMs"> & { connections?: number },
): Promise<number> {
  const load: GetsLoad = { connections: 8, ...options, warmUps: options.count / 4, pauseMs };
  await using gets = startLoad("gets", load);
  await gets.line();
  const before = await cpuMs(...pids);
  const count = await gets.line<number>();
  return (await cpuMs(...pids) - before) * 1_000 / count;
}

/** Microseconds of an answer of a bare `Deno.serve`. */
export async function measureBare(quick: boolean): Promise<number> {
  await using bare = startLoad("bare", {});
  const port = await bare.line<number>();
  return await cpuOfAnswers([bare.pid], { port, path: "/", count: quick ? 4_000 : 60_000 });
}
