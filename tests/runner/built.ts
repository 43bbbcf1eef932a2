/** The browser's assets, built anew only where something that they are made of has changed. */
import { currentBuild } from "@/lib/launch/builds.ts";
import { buildIdOf, sourceId } from "@/lib/build/source_id.ts";
import { ROOT } from "./files.ts";

/** @returns where they are; undefined where they could not be built */
export async function build(): Promise<string | undefined> {
  const current = await currentBuild(ROOT);
  if (current?.id === buildIdOf(await sourceId(ROOT))) return current.folder;
  const { code } = await new Deno.Command(Deno.execPath(), { args: ["task", "build"], cwd: ROOT })
    .spawn().status;
  return code === 0 ? (await currentBuild(ROOT))?.folder : undefined;
}
