/** The demo as a person starts it: `deno task demo` in its own process group. */
import process from "node:process";
import { resolve } from "node:path";
import { freePort, guardProcess } from "../support/process.ts";
import { deadline, until } from "../support/wait.ts";

const ROOT = resolve(import.meta.dirname!, "../..");

interface LauncherOptions {
  dataDir: string;
  task?: "demo" | "dev";
  port?: number;
  args?: string[];
  env?: Record<string, string>;
}

export interface Launched extends AsyncDisposable {
  /** Of `deno task`, and of the group. */
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** Origin of the app behind the gateway. */
  readonly appUrl: string;
  /** All that it printed, both streams. */
  output(): string;
  readonly exited: Promise<number>;
  /** Sends the signal to `deno task` alone, or as a terminal does (Ctrl+C) to the whole group. */
  signal(signal: Deno.Signal, to?: "task" | "group"): void;
}

/** Starts the demo and returns at once. */
export function launch(
  { dataDir, task = "demo", port = freePair(), args = [], env }: LauncherOptions,
): Launched {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", task, ...args],
    cwd: ROOT,
    clearEnv: true,
    env: { ...inherited(), DATA_DIR: dataDir, PORT: String(port), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const guard = guardProcess(-child.pid);
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) output += decoder.decode(bytes, { stream: true });
  };
  const exited = (async () => {
    const [{ code }] = await Promise.all([child.status, read(child.stdout), read(child.stderr)]);
    await guard.release();
    return code;
  })();
  return {
    pid: child.pid,
    port,
    url: `http://localhost:${port}`,
    appUrl: `http://127.0.0.1:${port + 1}`,
    output: () => output,
    exited,
    signal: (signal, to = "task") => {
      process.kill(to === "group" ? -child.pid : child.pid, signal);
    },
    async [Symbol.asyncDispose]() {
      if (isAlive(-child.pid)) process.kill(-child.pid, "SIGKILL");
      await exited;
    },
  };
}

/** Waits for the guide, which it prints when all is up. */
export async function ready(demo: Launched): Promise<string> {
  let code: number | undefined;
  demo.exited.then((ended) => code = ended);
  await until(() => code !== undefined || /Ctrl\+C stops it/.test(demo.output()), {
    timeoutMs: 60_000,
    what: "the demo to be ready",
  });
  if (code !== undefined) throw new Error(`the demo ended with ${code}:\n${demo.output()}`);
  return demo.output();
}

/** Exit code and output of a demo that ends without a signal. */
export async function ending(demo: Launched): Promise<{ code: number; output: string }> {
  const code = await deadline(demo.exited, 60_000, "the demo to end");
  return { code, output: demo.output() };
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

/** Two ports side by side. */
export function freePair(): number {
  for (;;) {
    const port = freePort();
    try {
      Deno.listen({ hostname: "127.0.0.1", port: port + 1 }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

function inherited(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "DENO_DIR", "XDG_CACHE_HOME", "LANG"];
  const found = names.map((name) => [name, Deno.env.get(name)]);
  return { ...Object.fromEntries(found.filter(([, value]) => value)), NO_COLOR: "1" };
}
