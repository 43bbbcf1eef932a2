/** A version of the app from a folder, on a database of its own, in a process of that folder. */
import { cpuMs } from "@/bench/cost/cpu.ts";
import { countHandled, type Place, type VersionOptions } from "@/bench/cost/version_process.ts";
import type { Handled } from "@/bench/scale/plans.ts";
import { guardProcess } from "@/tests/support/process.ts";

export interface Version extends Place, AsyncDisposable {
  folder: string;
  /** CPU of the app, and of its Postgres, so far. */
  cpuMs(): Promise<{ app: number; postgres: number }>;
  /** Counts what its Postgres handles during the work. */
  handled(work: () => Promise<unknown>): Promise<Handled>;
}

/** The folder of this version. */
export const ownFolder = new URL("../../", import.meta.url).pathname;

/**
 * Starts the app of `folder`, with the data and means of its own tests and benchmarks.
 * @throws Error if it does not start; the reason is on standard error
 */
export async function openVersion(folder: string, options: VersionOptions): Promise<Version> {
  const file = new URL("version_process.ts", import.meta.url).pathname;
  const config = `${folder.replace(/\/$/, "")}/deno.json`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--node-modules-dir=manual", "--config", config, file],
    cwd: folder,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const guard = guardProcess(child.pid, { signal: "TERM" });
  await new Blob([JSON.stringify(options)]).stream().pipeTo(child.stdin);
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  while (!line.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the version in ${folder} did not start`);
    line += value;
  }
  const place: Place = JSON.parse(line);
  return {
    ...place,
    folder,
    cpuMs: async () => ({ app: await cpuMs(place.pid), postgres: await cpuMs(place.server) }),
    handled: (work) => countHandled(place, work),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await reader.cancel();
      await guard.release();
    },
  };
}
