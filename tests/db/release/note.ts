/**
 * `deno task note-release`: run once a release is made, at its commit. Notes it as the last one, and
 * hears what its tests ask of the database; a back-up of it is put to those of the last five. Arguments go to the runner: files and folders.
 */
import { join, resolve } from "node:path";
import deno from "@/deno.json" with { type: "json" };
import { migrations } from "@/lib/db/migrate.ts";
import { writeStatements } from "./statements.ts";

const root = resolve(import.meta.dirname!, "../../..");

async function note(): Promise<number> {
  const { stdout } = await new Deno.Command("git", { args: ["rev-parse", "HEAD"], cwd: root })
    .output();
  const folder = await Deno.makeTempDir({ prefix: "relevo-release-" });
  const file = join(folder, "statements.json");
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "tests/run.ts", "--all", ...Deno.args],
    cwd: root,
    env: { STATEMENTS_FILE: file },
  }).spawn().status;
  if (code !== 0) {
    console.error("Nothing is noted: tests failed.");
    return 1;
  }
  const statements = JSON.parse(await Deno.readTextFile(file));
  await writeStatements(statements);
  const backup = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "tests/backup/make_release.ts"],
    cwd: root,
  }).spawn().status;
  if (backup.code !== 0) return backup.code;
  const last = {
    version: deno.version,
    commit: new TextDecoder().decode(stdout).trim(),
    migration: Object.keys(migrations).at(-1),
  };
  const text = JSON.stringify(last, null, 2) + "\n";
  await Deno.writeTextFile(new URL("last.json", import.meta.url), text);
  await Deno.remove(folder, { recursive: true });
  console.log(`Release ${last.version}: ${statements.length} statements.`);
  return 0;
}

Deno.exit(await note());
