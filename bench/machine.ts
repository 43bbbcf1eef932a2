/** The machine, in one line for each result: figures depend on it. */
import { cpus } from "node:os";
import { join } from "node:path";
import { findServerPrograms } from "@/tests/support/cluster.ts";

/** Cores, memory, versions and how busy the machine was already, in one line. */
export async function describeMachine(): Promise<string> {
  const memoryGiB = Math.round(Deno.systemMemoryInfo().total / 2 ** 30);
  return [
    `${navigator.hardwareConcurrency} cores (${cpus()[0]?.model.trim() ?? "unknown"})`,
    `${memoryGiB} GiB`,
    `${Deno.build.os} ${Deno.osRelease()}`,
    `Deno ${Deno.version.deno}`,
    await postgresVersion(),
    `load average before ${Deno.loadavg()[0]!.toFixed(1)}`,
  ].join(", ");
}

async function postgresVersion(): Promise<string> {
  const programs = findServerPrograms();
  if (!programs) return "no Postgres";
  const { stdout } = await new Deno.Command(join(programs, "postgres"), { args: ["--version"] })
    .output();
  return `Postgres ${/[\d.]+/.exec(new TextDecoder().decode(stdout))?.[0]}`;
}

/** Measures a process until the returned function is called, which gives its share of one core. */
export function watchShare(pid: number): () => number {
  const begun = { ms: cpuMsOf(pid) ?? 0, at: performance.now() };
  let last = begun;
  const look = () => {
    const ms = cpuMsOf(pid);
    if (ms !== undefined) last = { ms, at: performance.now() };
  };
  const timer = setInterval(look, 1_000);
  return () => {
    clearInterval(timer);
    look();
    return last === begun ? 0 : (last.ms - begun.ms) / (last.at - begun.at);
  };
}

/**
 * Milliseconds of processor time that a process has taken so far (proc(5), in ticks of 10 ms);
 * undefined once it has ended.
 */
function cpuMsOf(pid: number): number | undefined {
  // Deno itself reads /proc only with every right.
  const { stdout } = new Deno.Command("cat", { args: [`/proc/${pid}/stat`], stderr: "null" })
    .outputSync();
  const fields = new TextDecoder().decode(stdout).split(") ")[1]?.split(" ");
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}
