/** Runs an operator's command as `deno task` does. */
import { join, resolve } from "node:path";
import { commandFor } from "@/lib/launch/command.ts";
import { testDatabases } from "../support/test_server.ts";
import { kindsFor } from "../support/kinds.ts";

const ROOT = resolve(import.meta.dirname!, "../..");
const tasks = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json"))).tasks;
const server = await testDatabases();

interface Ran {
  code: number;
  out: string;
  err: string;
}

interface Operator {
  /** The embedded database's folder; of no use on a real Postgres. */
  dataDir: string;
  /** Address of a real Postgres. */
  url: string | undefined;
  /** What its commands, and a process on the same data, are told. */
  env: Record<string, string>;
  /** `run("key", "list", "--company", "1")`. */
  run(
    task:
      | "migrate"
      | "key"
      | "member"
      | "secrets"
      | "status"
      | "doctor"
      | "check-data"
      | "hold"
      | "release",
    ...args: string[]
  ): Promise<Ran>;
}

/** Errors of a command without what Deno says of its own settings. */
export function withoutWarning(err: string): string {
  return err.replace(/^.*Permissions in the config file.*\n/gm, "");
}

/** Runs the task's own command line with these settings. */
export async function runTask(
  task: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ran> {
  const words = tasks[task].split(" ").slice(1);
  return await runCommand([...words, ...args], env);
}

/** The same without the launcher, which lets no library be loaded before its child's own. */
export async function runBare(
  task: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ran> {
  const entry = tasks[task].split(" ").at(-1);
  return await runCommand([...commandFor(entry, { root: ROOT, env, args }), ...args], env);
}

async function runCommand(args: string[], env: Record<string, string>): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NO_COLOR: "1", DATABASE_URL: "", ...env },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: withoutWarning(text(stderr)) };
}

/** Registers the test on an empty database of each kind that this run is for. */
export function testCommands(
  name: string,
  test: (operator: Operator) => Promise<void>,
  { both = false, env: more = {} }: { both?: boolean; env?: Record<string, string> } = {},
): void {
  for (const kind of kindsFor({ both })) {
    Deno.test({
      name: `${name} (${kind})`,
      async fn() {
        const dataDir = await Deno.makeTempDir({ prefix: "relevo-commands-" });
        const url = kind === "postgres" ? await server!.createDatabase() : undefined;
        const env = { ...more, DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) };
        try {
          await test({ dataDir, url, env, run: (task, ...args) => runTask(task, args, env) });
        } finally {
          if (url) await server!.dropDatabase(url);
          await Deno.remove(dataDir, { recursive: true });
        }
      },
    });
  }
}
