import { join } from "node:path";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

/** Builds lie whole in `_fresh/builds/<id>`; `_fresh/current` names the one of new processes. */

const most = 3;
const unfinishedMs = 3_600_000;
const idForm = /^[0-9a-f]{40}$/;

export interface BuildPlace {
  id: string;
  folder: string;
}

export const buildFolder = (root: string, id: string): string => join(folderOf(root), id);

export async function currentBuild(root: string): Promise<BuildPlace | null> {
  const id = (await unlessMissing(Deno.readTextFile(pointerOf(root))))?.trim() ?? "";
  const folder = buildFolder(root, id);
  return idForm.test(id) && await exists(folder) ? { id, folder } : null;
}

/** Makes the build unless it is there, and has new processes run it. @returns whether it was made */
export async function publishBuild(
  root: string,
  id: string,
  write: (folder: string) => Promise<void>,
): Promise<boolean> {
  const folder = buildFolder(root, id);
  const isNew = !await exists(folder);
  if (isNew) {
    const unfinished = join(folderOf(root), `.${id}.${crypto.randomUUID()}`);
    await Deno.mkdir(unfinished, { recursive: true });
    try {
      await write(unfinished);
      await rename(unfinished, folder);
    } catch (error) {
      await Deno.remove(unfinished, { recursive: true }).catch(() => {});
      throw error;
    }
  }
  const now = new Date();
  await Deno.utime(folder, now, now);
  await point(root, id);
  await removeOld(root, id);
  return isNew;
}

/** Another may have built the same beside it: then that one stays. */
async function rename(unfinished: string, folder: string): Promise<void> {
  try {
    await Deno.rename(unfinished, folder);
  } catch (error) {
    if (!await exists(folder)) throw error;
    await Deno.remove(unfinished, { recursive: true });
  }
}

async function point(root: string, id: string): Promise<void> {
  const written = `${pointerOf(root)}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(written, `${id}\n`);
  await Deno.rename(written, pointerOf(root));
}

async function removeOld(root: string, current: string): Promise<void> {
  const builds = [];
  for await (const { name } of Deno.readDir(folderOf(root))) {
    const path = join(folderOf(root), name);
    const at = (await unlessMissing(Deno.stat(path)))?.mtime?.getTime() ?? 0;
    if (idForm.test(name)) builds.push({ name, path, at });
    else if (at < Date.now() - unfinishedMs) {
      await unlessMissing(Deno.remove(path, { recursive: true }));
    }
  }
  const others = builds.filter(({ name }) => name !== current).sort((a, b) => b.at - a.at);
  for (const { path } of others.slice(most - 1)) {
    await unlessMissing(Deno.remove(path, { recursive: true }));
  }
}

async function exists(path: string): Promise<boolean> {
  return (await unlessMissing(Deno.stat(path)))?.isDirectory ?? false;
}

const folderOf = (root: string): string => join(root, "_fresh", "builds");
const pointerOf = (root: string): string => join(root, "_fresh", "current");
