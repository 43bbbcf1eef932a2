/**
 * Processes under test: the real app, started as an operator starts it. Nothing started here
 * outlives the test run, not even when the run itself is killed.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { allocation, commandFor } from "@/lib/launch/command.ts";
import { deadline, patienceMs, until } from "./wait.ts";

const ROOT = resolve(import.meta.dirname!, "../..");

interface AppOptions {
  /** Settings of the app; of this machine's own environment only what Deno needs is passed on. */
  env?: Record<string, string>;
  /** Arguments after the entry file. */
  args?: string[];
  /** Arguments of Deno itself. */
  runtimeArgs?: string[];
  /** The file to run, from the root of the repository; `start.ts` unless told. */
  entry?: string;
  /** Folder of the installation; this one unless told. */
  root?: string;
  /** The port to listen on; a free one by default. Give it to restart on the same port. */
  port?: number;
  /** Most file descriptors that the process may have. */
  openFiles?: number;
}

/** A running app. */
export interface App {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Lines of standard output so far. */
  readonly stdoutLines: string[];
  /** The whole output so far, both streams. */
  log(): string;
  /** Sends a signal; `SIGKILL` unless told. */
  kill(signal?: Deno.Signal): void;
  /** Resolves when the process has ended and all of its output was read. */
  readonly exited: Promise<Deno.CommandStatus>;
  /**
   * Ends it by `SIGTERM`, as an operator would, and by force if it stays. Harmless once it ended.
   */
  stop(): Promise<Deno.CommandStatus>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the app and waits until `/readyz` answers 200.
 *
 * @throws Error with the app's log when it ends or does not get ready.
 */
export async function startApp(
  {
    env = {},
    args = [],
    runtimeArgs = [],
    entry = "start.ts",
    root = ROOT,
    port = freePort(),
    openFiles,
  }: AppOptions = {},
): Promise<App> {
  const readers = await Deno.makeTempDir({ prefix: "relevo-readers-" });
  const socket = `${readers}/socket`;
  const settings = {
    ...{ ...inheritedEnv(), HOST: "127.0.0.1", PORT: String(port), READERS_SOCKET: socket },
    ...env,
  };
  // What the launcher runs, without the launcher: a test's SIGKILL is for the app itself.
  const [run, ...flags] = commandFor(entry, { root, env: settings });
  const command = [run!, ...runtimeArgs, ...flags, ...args];
  const limit = openFiles === undefined ? "" : `ulimit -n ${openFiles};`;
  const child = new Deno.Command("sh", {
    args: ["-c", `${hosting(readers)} ${limit} exec "$0" "$@"`, Deno.execPath(), ...command],
    cwd: ROOT,
    clearEnv: true,
    env: { ...allocation, ...settings },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const app = handle(child, port);
  try {
    await untilReady(app);
    await until(() => existsSync(socket), { what: "readers" });
    return app;
  } catch (error) {
    await app.stop();
    throw new Error(`${(error as Error).message}\n--- log of ${entry} ---\n${app.log()}`);
  }
}

/** Has a process beside the app start its readers, as the launcher does; it ends with the app. */
function hosting(folder: string): string {
  const host = `"$0" run -A --quiet --node-modules-dir=manual tests/support/readers_host.ts`;
  return `LAUNCHER_PID=$$ ${host} ${folder} >/dev/null 2>&1 </dev/null &`;
}

function handle(child: Deno.ChildProcess, port: number): App {
  const guard = guardProcess(child.pid);
  const stdoutLines: string[] = [];
  const allLines: string[] = [];
  const exited = (async () => {
    const [status] = await Promise.all([
      child.status,
      readLines(child.stdout, (line) => (stdoutLines.push(line), allLines.push(line))),
      readLines(child.stderr, (line) => allLines.push(line)),
    ]);
    await guard.release();
    return status;
  })();
  const kill = (signal: Deno.Signal = "SIGKILL") => {
    try {
      child.kill(signal);
    } catch {
      // It has ended already.
    }
  };
  const stop = async () => {
    kill("SIGTERM");
    try {
      return await deadline(exited, patienceMs, "the app to end after SIGTERM");
    } catch {
      kill("SIGKILL");
      return await exited;
    }
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    stdoutLines,
    log: () => allLines.join("\n"),
    kill,
    exited,
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

/** Waits for `/readyz`; reports an app that exited at once, not after the deadline. */
async function untilReady(app: App): Promise<void> {
  let ended: Deno.CommandStatus | undefined;
  app.exited.then((status) => ended = status);
  const ready = async () => {
    if (ended) return "ended";
    const response = await fetch(`${app.url}/readyz`);
    await response.body?.cancel();
    return response.status === 200 && "ready";
  };
  const state = await until(ready, { what: "the app to be ready (/readyz)" });
  if (state === "ended") throw new Error(`The app ended with code ${ended?.code} before ready.`);
}

/** Calls `take` for every line of `stream`, until it ends. */
async function readLines(
  stream: ReadableStream<Uint8Array>,
  take: (line: string) => void,
): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    lines.forEach(take);
  }
  if (rest) take(rest);
}

/** Environment of a Deno process; settings meant for another app stay out. */
function inheritedEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "DENO_DIR", "XDG_CACHE_HOME", "LANG", "NO_COLOR"];
  const entries = names.map((name) => [name, Deno.env.get(name)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Ports handed out so far. Each process starts at another port and repeats none. */
let count = 0;

/**
 * A port of 127.0.0.1 that nobody listens on. It lies below the range from which systems take the
 * ports of outgoing connections, so that none of those can take it before it is used, or while a
 * server under test is down to be started again.
 */
export function freePort(): number {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = 10_000 + (Deno.pid * 211 + count++) % 20_000;
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new Error("No free port was found in 1,000 attempts.");
}

/** Gathers the output of a child, both streams in one text, and its exit code. */
export function followOutput(child: Deno.ChildProcess, guard: Guard) {
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
  return { output: () => output, exited };
}

/** Runs a program that reads `input`, to its end. */
export async function runWithInput(
  program: string,
  options: Pick<Deno.CommandOptions, "args" | "cwd" | "env">,
  input: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new Deno.Command(program, {
    ...options,
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A watch over a process, see {@link guardProcess}. */
export interface Guard {
  /** Ends the watch; call it once the watched process has ended. */
  release(): Promise<void>;
}

/**
 * Ends process `pid` and removes `directory` when this process ends in whatever way, also by
 * SIGKILL: a shell waits for the end of a pipe that the system closes then.
 */
export function guardProcess(
  pid: number,
  { signal = "KILL", directory = "" }: { signal?: string; directory?: string } = {},
): Guard {
  const script = `trap '' INT TERM HUP; cat >/dev/null; kill -${signal} "$1" 2>/dev/null
    [ -z "$2" ] && exit; for i in 1 2 3 4 5 6 7 8 9 10; do
      kill -0 "$1" 2>/dev/null || break; sleep 0.2
    done; rm -rf -- "$2"`;
  const shell = new Deno.Command("sh", {
    args: ["-c", script, "guard", String(pid), directory],
    cwd: "/",
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  shell.unref();
  return {
    release: async () => {
      shell.ref();
      shell.kill("SIGKILL");
      await shell.status;
      // Closing after the shell has gone: before it, the end of the pipe would set it to work.
      await shell.stdin.close().catch(() => {});
    },
  };
}
