/**
 * `deno task prove-release`: the last release's own flows and faults on today's schema. Its sources
 * are checked out elsewhere and get today's migrations. Arguments go to its runner.
 */
import { join, resolve } from "node:path";
import last from "./last.json" with { type: "json" };

const root = resolve(import.meta.dirname!, "../../..");

/** What makes today's schema. */
const schema = ["migrations", "lib/db/migrate.ts", "lib/db/migration"];

async function run(command: string, args: string[], cwd = root): Promise<void> {
  const { success } = await new Deno.Command(command, { args, cwd }).spawn().status;
  if (!success) throw new Error(`${command} ${args[0]} failed`);
}

async function checkOut(folder: string): Promise<void> {
  await run("git", ["clone", "--quiet", "--shared", "--no-checkout", root, folder]);
  await run("git", ["checkout", "--quiet", last.commit], folder);
  const read = (path: string) => Deno.readTextFile(path);
  const lock = "deno.lock";
  if (await read(join(root, lock)) === await read(join(folder, lock))) {
    await run("cp", ["-a", join(root, "node_modules"), folder]);
  } else await run(Deno.execPath(), ["install", "--frozen"], folder);
  for (const path of schema) {
    const target = join(folder, path);
    await Deno.remove(target, { recursive: true }).catch(() => {});
    await run("cp", ["-a", join(root, path), target]);
  }
}

async function prove(): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-last-" });
  try {
    await checkOut(folder);
    const hasNames = Deno.args.some((argument) => !argument.startsWith("-"));
    const names = hasNames ? [] : ["tests/flows", "tests/faults"];
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "tests/run.ts", "--all", ...Deno.args, ...names],
      cwd: folder,
    }).spawn().status;
    const result = code === 0 ? "goes on" : "does NOT go on";
    console.log(
      `Release ${last.version} (${last.commit.slice(0, 8)}) ${result} on today's schema.`,
    );
    return code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.exit(await prove());
