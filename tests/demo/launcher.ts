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
