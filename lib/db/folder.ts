import { resolve } from "node:path";

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
