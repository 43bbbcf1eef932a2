import { join, resolve } from "node:path";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

export class FolderInUse extends Error {
  override name = "FolderInUse";
}

export async function ensureDir(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
}

/** Locks the folder until `release` or exit: two processes would corrupt it. @throws FolderInUse */
export async function lockFolder(path: string): Promise<{ release(): void }> {
  await ensureDir(path);
  const file = await Deno.open(resolve(path, "lock"), { create: true, write: true, read: true });
  if (!await file.tryLock(true)) {
    file.close();
    throw new FolderInUse(`another Relevo process is using ${path}`);
  }
  return { release: () => file.close() };
}

export const currentDatabase = (dataDir: string): string => join(dataDir, "postgres");

const placeOf = (dataDir: string) => ({
  current: currentDatabase(dataDir),
  /** Whole, and about to be the current one. */
  next: join(dataDir, "postgres.next"),
});

export async function hasDatabase(dataDir: string): Promise<boolean> {
  const { current, next } = placeOf(dataDir);
  return await isThere(current) || await isThere(next);
}

/** Name for a database that is written beside the current one. */
export function besideDatabase(dataDir: string): string {
  return join(dataDir, `.postgres.${crypto.randomUUID()}.part`);
}

/** Has what was written beside take the current one's place; a kill leaves one of them, whole. */
export async function replaceDatabase(dataDir: string, beside: string): Promise<void> {
  await Deno.rename(beside, placeOf(dataDir).next);
  await settleDatabase(dataDir);
}

/** Ends a replacement that was killed. The folder must be locked. */
export async function settleDatabase(dataDir: string): Promise<void> {
  const { current, next } = placeOf(dataDir);
  if (await isThere(next)) {
    await unlessMissing(Deno.remove(current, { recursive: true }));
    await Deno.rename(next, current);
  }
  for await (const { name } of Deno.readDir(dataDir)) {
    if (!/^\.postgres\..*\.part$/.test(name)) continue;
    await unlessMissing(Deno.remove(join(dataDir, name), { recursive: true }));
  }
}

async function isThere(path: string): Promise<boolean> {
  return await unlessMissing(Deno.stat(path)) !== null;
}

/** Reads the folder's id (UUID) from its file `instance`. A copy is another folder, by its inode. */
export async function idOfFolder(path: string): Promise<string> {
  const name = resolve(path, "instance");
  const [id = "", inode] = (await Deno.readTextFile(name).catch(() => "")).split(" ");
  if (uuid.test(id) && Number(inode) === (await Deno.stat(name)).ino) return id;
  const fresh = crypto.randomUUID();
  using file = await Deno.open(name, { create: true, write: true, truncate: true, mode: 0o600 });
  const { ino } = await file.stat();
  // Where the disk is full, the next start has another id.
  await file.write(new TextEncoder().encode(`${fresh} ${ino}`)).catch(() => {});
  return fresh;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
