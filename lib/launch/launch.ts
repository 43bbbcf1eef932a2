import { allocation, commandFor, gatewayEntry } from "@/lib/launch/command.ts";
import { ownVariables } from "@/lib/launch/copies.ts";
import { environmentOf } from "@/lib/launch/environment.ts";
import { hostReaders } from "@/lib/launch/readers.ts";

const passedOn = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

type Env = Record<string, string>;

/**
 * Runs an entry file with just its rights. What serves cannot reach the schema's owner: where one
 * is set, a process before it migrates. @returns the exit status, 128 plus a signal's number
 */
export async function launch(entry: string, args: string[], root: string): Promise<number> {
  const { MIGRATE_DATABASE_URL: owner, ...env } = environmentOf(
    entry === gatewayEntry ? "gateway" : "start",
    Deno.env.toObject(),
    ownVariables[entry],
  );
  if (!owner) {
    return await (entry === serving ? serve(args, { root, env }) : run(entry, args, { root, env }));
  }
  const owning: Env = { ...env, MIGRATE_DATABASE_URL: owner };
  if (entry !== serving) return await run(entry, args, { root, env: owning });
  const code = await run("lib/commands/prepare.ts", [], { root, env: owning });
  return code === 0 ? await serve(args, { root, env }) : code;
}

/** The app may run no program: its readers are started here. */
async function serve(args: string[], { root, env }: { root: string; env: Env }): Promise<number> {
  const readers = await hostReaders(root);
  try {
    return await run(serving, args, { root, env: { ...env, READERS_SOCKET: readers.socket } });
  } finally {
    await readers.close();
  }
}

const serving = "start.ts";

const quiet = { NODE_ENV: "production", NODE_DISABLE_COLORS: "1", TEST: "" };

async function run(
  entry: string,
  args: string[],
  { root, env }: { root: string; env: Env },
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...commandFor(entry, { root, env, args }), ...args],
    clearEnv: true,
    env: {
      ...allocation,
      ...env,
      ...(entry === gatewayEntry ? quiet : {}),
      LAUNCHER_PID: String(Deno.pid),
    },
    // A command may ask the person who started it.
    stdin: entry === serving || entry === gatewayEntry ? "null" : "inherit",
  }).spawn();
  const passOn = passedOn.map((signal) => [signal, () => kill(child, signal)] as const);
  for (const [signal, pass] of passOn) Deno.addSignalListener(signal, pass);
  const { code } = await child.status;
  for (const [signal, pass] of passOn) Deno.removeSignalListener(signal, pass);
  return code;
}

function kill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended already.
  }
}
