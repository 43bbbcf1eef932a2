/** An installation with two builds beside each other, of which the next process runs either. */
import { basename, join } from "node:path";
import { publishBuild } from "@/lib/launch/builds.ts";
import { buildFolder } from "../../support/build_folder.ts";
import { root as sources } from "../../tidy/sources.ts";

export interface Releases extends AsyncDisposable {
  /** Folder of the installation. */
  root: string;
  ids: readonly [string, string];
  /** Has the processes that start from now on run the build. */
  use(id: string): Promise<void>;
}

const own = new Set([".git", ".data", ".gateway", "_fresh", "node_modules"]);

/** Copies the sources with their build, and the same build under another id. */
export async function openReleases(): Promise<Releases> {
  const root = await Deno.makeTempDir({ prefix: "relevo-releases-" });
  for await (const { name } of Deno.readDir(sources)) {
    if (!own.has(name)) await copy(join(sources, name), root);
  }
  await copy(join(sources, "node_modules"), root);
  const id = basename(buildFolder);
  const ids = [id, [...id].reverse().join("")] as const;
  const use = async (one: string) =>
    void await publishBuild(root, one, async (folder) => {
      await copy(`${buildFolder}/.`, folder);
      if (one !== id) await rename(folder, { from: id, to: one });
    });
  for (const one of ids) await use(one);
  return {
    ...{ root, ids, use },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

/** By links where both lie on one disk. */
async function copy(from: string, into: string): Promise<void> {
  for (const flags of ["-al", "-a"]) {
    const { success } = await new Deno.Command("cp", { args: [flags, from, into] }).output();
    if (success) return;
  }
  throw new Error(`${from} cannot be copied`);
}

async function rename(folder: string, { from, to }: { from: string; to: string }): Promise<void> {
  const scripts = join(folder, "static/_fresh/js");
  await Deno.rename(join(scripts, from), join(scripts, to));
  const list = new Deno.Command("grep", { args: ["-rlI", from, folder] });
  const files = new TextDecoder().decode((await list.output()).stdout).trim().split("\n");
  for (const file of files) {
    const text = (await Deno.readTextFile(file)).replaceAll(from, to);
    // A link's text is the first build's too.
    await Deno.remove(file);
    await Deno.writeTextFile(file, text);
  }
}
