import { allocation, commandFor, gatewayEntry } from "@/lib/launch/command.ts";

const passedOn = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

type Env = Record<string, string>;

/**
 * Runs an entry file with just its rights. What serves cannot reach the schema's owner: where one
 * is set, a process before it migrates. @returns the exit status, 128 plus a signal's number
 */
export async function launch(entry: string, args: string[], root: string): Promise<number> {
  const { MIGRATE_DATABASE_URL: owner, ...env } = entry === gatewayEntry
    ? without(Deno.env.toObject(), ofTheApp)
    : without(Deno.env.toObject(), ofTheGateway);
  if (!owner) return await run(entry, args, { root, env });
  const owning: Env = { ...env, MIGRATE_DATABASE_URL: owner };
  if (entry !== serving) return await run(entry, args, { root, env: owning });
  const code = await run("lib/commands/prepare.ts", [], { root, env: owning });
  return code === 0 ? await run(entry, args, { root, env }) : code;
}

const serving = "start.ts";

const ofTheApp = ["DATABASE_URL", "MIGRATE_DATABASE_URL"];
const ofTheGateway = ["GATEWAY_AUTH_SECRET", "GATEWAY_DATABASE_URL", "SMTP_PASSWORD"];

const quiet = { NODE_ENV: "production", NODE_DISABLE_COLORS: "1", TEST: "" };

function without(env: Env, names: string[]): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

async function run(
  entry: string,
  args: string[],
  { root, env }: { root: string; env: Env },
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...commandFor(entry, { root, env }), ...args],
    clearEnv: true,
    env: {
      ...allocation,
      ...env,
      ...(entry === gatewayEntry ? quiet : {}),
      LAUNCHER_PID: String(Deno.pid),
    },
    stdin: "null",
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
