/** The demo as a person starts it: `deno task demo` in its own process group. */
import { type Group, startGroup } from "../support/group.ts";
import { freePort } from "../support/process.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";

interface LauncherOptions {
  dataDir: string;
  task?: "demo" | "dev";
  port?: number;
  args?: string[];
  env?: Record<string, string>;
}

export interface Launched extends Group {
  readonly port: number;
  readonly url: string;
  /** Origin of the app behind the gateway. */
  readonly appUrl: string;
}

/** Starts the demo and returns at once. */
export function launch(
  { dataDir, task = "demo", port = freePair(), args = [], env }: LauncherOptions,
): Launched {
  const group = startGroup(["task", task, ...args], {
    DATA_DIR: dataDir,
    PORT: String(port),
    ...env,
  });
  return {
    ...group,
    port,
    url: `http://localhost:${port}`,
    appUrl: `http://127.0.0.1:${port + 1}`,
  };
}

/** Waits for the guide, which it prints when all is up. */
export async function ready(demo: Launched): Promise<string> {
  let code: number | undefined;
  demo.exited.then((ended) => code = ended);
  await until(() => code !== undefined || /Ctrl\+C stops it/.test(demo.output()), {
    what: "the demo to be ready",
  });
  if (code !== undefined) throw new Error(`the demo ended with ${code}:\n${demo.output()}`);
  return demo.output();
}

/** Exit code and output of a demo that ends without a signal. */
export async function ending(demo: Launched): Promise<{ code: number; output: string }> {
  const code = await deadline(demo.exited, patienceMs, "the demo to end");
  return { code, output: demo.output() };
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

/** Values that a person would copy from the terminal. */
export function printed(output: string) {
  return {
    key: /rlv_[\w-]{86}/.exec(output)![0],
    code: /Code\s+([0-9A-Z]{8})\n/.exec(output)![1]!,
    link: /Link\s+(\S+)\n/.exec(output)![1]!,
    curl: /^curl -X POST \S+\/api\/notify.*$/m.exec(output)![0],
    /** Signs a person in, and calls `/api/admin`. */
    admin: /^curl -s -c .*\ncurl -b .*$/m.exec(output)![0],
  };
}

/** Process id of the app that was started last. */
export function appPid(output: string): number {
  return Number([...output.matchAll(/Starting the app \(process (\d+)\)/g)].at(-1)![1]);
}

/** Kills the app so many times, each once it is up. @returns the process id of the next one */
export async function killAgainAndAgain(demo: Launched, times: number): Promise<number> {
  for (let killed = 1; killed <= times; killed++) {
    const pid = appPid(demo.output());
    Deno.kill(pid, "SIGKILL");
    await until(() => demo.output().split("The app answers again").length > killed, {
      what: "the app to be started again",
    });
    if (appPid(demo.output()) === pid) throw new Error("the process is the same");
  }
  return appPid(demo.output());
}
