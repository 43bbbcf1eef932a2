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
