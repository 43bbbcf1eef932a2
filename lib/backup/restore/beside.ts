import { type BackupFile, RestoreRefused } from "@/lib/backup/restore/backup_file.ts";
import {
  notEmpty,
  requireMigrations,
  restoreInto,
  type RestoreOptions,
} from "@/lib/backup/restore/restore.ts";
import { isUnused, type SchemaPlan, tablesOf, type Target } from "@/lib/backup/restore/target.ts";
import { embeddedSession, withPglite } from "@/lib/backup/session/embedded_session.ts";
import {
  besideDatabase,
  currentDatabase,
  lockFolder,
  replaceDatabase,
  settleDatabase,
} from "@/lib/db/folder.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

interface Options extends Omit<RestoreOptions, "targets"> {
  dataDir: string;
  plan: SchemaPlan;
}

/**
 * Fills an embedded database beside the one that the folder has, runs `work`, and has the new one
 * take its place. Where anything breaks off before, the folder is as it was.
 * @throws FolderInUse, RestoreRefused
 */
export async function restoreBeside(
  file: BackupFile,
  { dataDir, plan, ...options }: Options,
  work: () => Promise<void>,
): Promise<void> {
  requireMigrations(plan, file.manifest);
  const lock = await lockFolder(dataDir);
  const beside = besideDatabase(dataDir);
  try {
    await settleDatabase(dataDir);
    await requireReplaceable(dataDir, plan, options);
    await inDatabase(beside, plan, (whole) => restoreInto(file, { ...options, targets: [whole] }));
    await work();
    await replaceDatabase(dataDir, beside);
  } finally {
    await unlessMissing(Deno.remove(beside, { recursive: true }));
    lock.release();
  }
}

async function requireReplaceable(
  dataDir: string,
  plan: SchemaPlan,
  { isReplaced, database }: Pick<Options, "isReplaced" | "database">,
): Promise<void> {
  const current = currentDatabase(dataDir);
  const names = await unlessMissing(Array.fromAsync(Deno.readDir(current)));
  if (names === null || names.length === 0) return;
  if (!names.some(({ name }) => name === "PG_VERSION")) {
    throw new RestoreRefused(`${current} is no database of Relevo's`);
  }
  await inDatabase(current, plan, async (old) => {
    const tables = await tablesOf(old);
    if (!isReplaced && !await isUnused(old, tables)) throw notEmpty(plan.part, database);
  });
}

/** Databases are open one after the other: each takes hundreds of megabytes of memory. */
async function inDatabase(
  folder: string,
  plan: SchemaPlan,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  await withPglite(folder, async (pglite) => {
    await work({ ...plan, schema: "public", session: await embeddedSession(pglite) });
  });
}
