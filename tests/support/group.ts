/** A command in a process group of its own, as a terminal starts it. */
import process from "node:process";
import { resolve } from "node:path";
import { followOutput, guardProcess } from "./process.ts";

const ROOT = resolve(import.meta.dirname!, "../..");

export interface Group extends AsyncDisposable {
  /** Of the first process, and of the group. */
  readonly pid: number;
  /** All that it printed, both streams. */
  output(): string;
  readonly exited: Promise<number>;
  /** Sends the signal to the first process alone, or as a terminal does (Ctrl+C) to the group. */
  signal(signal: Deno.Signal, to?: "first" | "group"): void;
}

/** Starts Deno in the project's folder, with this environment over what Deno itself needs. */
export function startGroup(args: string[], env: Record<string, string>): Group {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    clearEnv: true,
    env: { ...inherited(), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const guard = guardProcess(-child.pid);
  const { output, exited } = followOutput(child, guard);
  return {
    pid: child.pid,
    output,
    exited,
    signal: (signal, to = "first") => {
      process.kill(to === "group" ? -child.pid : child.pid, signal);
    },
    async [Symbol.asyncDispose]() {
      if (isAlive(-child.pid)) process.kill(-child.pid, "SIGKILL");
      await exited;
    },
  };
}

/** Whether a process, or one of a group (negative), is still there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function inherited(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "DENO_DIR", "XDG_CACHE_HOME", "LANG"];
  const entries = names.map((name) => [name, Deno.env.get(name)]);
  return { ...Object.fromEntries(entries.filter(([, value]) => value)), NO_COLOR: "1" };
}
