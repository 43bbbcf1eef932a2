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
