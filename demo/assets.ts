/** The browser's assets: built when they are not of these sources. */
import { join, resolve } from "node:path";
import { currentBuild } from "@/lib/launch/builds.ts";
import { buildIdOf, sourceId } from "@/lib/build/source_id.ts";

export const ROOT = resolve(import.meta.dirname!, "..");

/** Sources of the gateway's assets. While watching, the app builds its own assets. */
const gatewaySources = ["deno.lock", "gateway/browser", "static/gateway"];

/** The message holds what the build printed. */
export class BuildFailed extends Error {
  override name = "BuildFailed";
}

/**
 * Builds what is out of date, as `deno task build` does.
 * @returns whether there was anything to build
 * @throws BuildFailed
 */
export async function buildAssets({ isWatching }: { isWatching: boolean }): Promise<boolean> {
  const build = await currentBuild(ROOT);
  if (build && (isWatching ? hasGateways() : build.id === buildIdOf(await sourceId(ROOT)))) {
    return false;
  }
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-P=build", "dev.ts", "build"],
    cwd: ROOT,
    stdin: "null",
  }).output();
  if (success) return true;
  const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  throw new BuildFailed(`the browser's assets could not be built\n${output}`);
}

function hasGateways(): boolean {
  const built = newest(join(ROOT, "_fresh/current"));
  return gatewaySources.every((source) => newest(join(ROOT, source)) < built);
}

/**
 * Newest mtime below a path, in ms; 0 if it does not exist. A folder's own mtime shows removals.
 */
function newest(path: string): number {
  const info = stat(path);
  if (!info) return 0;
  const own = info.mtime?.getTime() ?? 0;
  if (!info.isDirectory) return own;
  return [...Deno.readDirSync(path)].reduce(
    (latest, { name }) => Math.max(latest, newest(join(path, name))),
    own,
  );
}

function stat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
