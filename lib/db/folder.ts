import { resolve } from "node:path";

/** Another process owns the folder. */
export class FolderInUse extends Error {
  override name = "FolderInUse";
}

/** Makes the folder, readable by its owner only, where it is missing. */
export async function ensureDir(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
}

/**
 * Takes the folder for this process until `release` or the process's end: the embedded database
 * gives no error to a second process on its files, it corrupts them.
 * @throws FolderInUse when another process holds it
 */
export async function lockFolder(path: string): Promise<{ release(): void }> {
  await ensureDir(path);
  const file = await Deno.open(resolve(path, "lock"), { create: true, write: true, read: true });
  if (!await file.tryLock(true)) {
    file.close();
    throw new FolderInUse(`another Relevo process is using ${path}`);
  }
  return { release: () => file.close() };
}
