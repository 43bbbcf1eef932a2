import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { currentMs } from "@/lib/tools/clock.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";
import type { DiskStatus, Status } from "@/lib/status/status.ts";

interface Places {
  dataDir: string;
  backupDir: string | undefined;
}

/** Leaves out a place that is not there. */
export async function readDisks({ dataDir, backupDir }: Places): Promise<DiskStatus[]> {
  const places = [["data", dataDir], ["backups", backupDir]] as const;
  const disks = await Promise.all(places.map(async ([place, path]) => {
    const disk = path && await readDisk(path).catch(() => null);
    return disk ? [{ place, ...disk }] : [];
  }));
  return disks.flat();
}

export async function readDisk(path: string): Promise<Omit<DiskStatus, "place">> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, bytes: blocks * bsize };
}

const backupName = /^relevo-.*\.tar$/;

export async function readBackup(
  { backupDir }: Pick<Places, "backupDir">,
): Promise<Status["backup"]> {
  if (!backupDir) return null;
  const files = await Array.fromAsync(Deno.readDir(backupDir)).catch(() => []);
  const backups = await Promise.all(
    files.filter(({ name, isFile }) => isFile && backupName.test(name))
      .map(({ name }) => unlessMissing(Deno.stat(join(backupDir, name)))),
  );
  const aheadMs = currentMs() - Date.now();
  const newest = backups.flatMap((file) =>
    file?.mtime ? [{ madeAt: new Date(file.mtime.getTime() + aheadMs), bytes: file.size }] : []
  ).sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  return newest[0] ?? null;
}
