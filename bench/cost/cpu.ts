/** Processor time of all processes of a system. */
import { dirname, join } from "node:path";
import type { Cluster } from "@/tests/support/cluster.ts";

const ticksPerSecond = 100;

interface Process {
  pid: number;
  parent: number;
  ownMs: number;
  /** CPU time of children that have ended. */
  endedMs: number;
}

/** The pid of the server, which is the parent of its backends. */
export async function serverPid({ logPath }: Pick<Cluster, "logPath">): Promise<number> {
  const text = await Deno.readTextFile(join(dirname(logPath), "data", "postmaster.pid"));
  return Number(text.split("\n")[0]);
}

/** Milliseconds that the processes and all their descendants have taken so far. */
export async function cpuMs(...pids: number[]): Promise<number> {
  const processes = await readProcesses();
  const children = Map.groupBy(processes.values(), ({ parent }) => parent);
  const of = (pid: number): number => {
    const one = processes.get(pid);
    const living = (children.get(pid) ?? []).reduce((sum, child) => sum + of(child.pid), 0);
    return one ? one.ownMs + one.endedMs + living : 0;
  };
  return pids.reduce((sum, pid) => sum + of(pid), 0);
}

/** Milliseconds that the processes take during `work`, and its result. */
export async function cpuOf<T>(pids: number[], work: () => Promise<T>) {
  const before = await cpuMs(...pids);
  const result = await work();
  return { ms: await cpuMs(...pids) - before, result };
}

/** Reads through a shell: Deno itself reads /proc only with every right. */
async function readProcesses(): Promise<Map<number, Process>> {
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", "cat /proc/[0-9]*/stat 2>/dev/null; true"],
    stderr: "null",
  }).output();
  const lines = new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => {
    const one = parse(line);
    return [one.pid, one];
  }));
}

function parse(line: string): Process {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const ms = (...places: number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0) * 1_000 / ticksPerSecond;
  return {
    pid: parseInt(line),
    parent: Number(fields[1]),
    ownMs: ms(11, 12),
    endedMs: ms(13, 14),
  };
}
