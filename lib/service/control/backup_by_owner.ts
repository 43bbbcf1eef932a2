/** A back-up of an embedded database: by the process that owns its folder, or on the folder. */
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import type { Part } from "@/lib/backup/format/manifest.ts";
import { BackupFile } from "@/lib/backup/restore/backup_file.ts";
import { withEmbedded } from "@/lib/backup/session/embedded_session.ts";
import { UnknownDatabase } from "@/lib/backup/write/catalogue.ts";
import { type BackupSummary, writeEmbeddedBackup } from "@/lib/backup/write/write_backup.ts";
import { OutputFile } from "@/lib/backup/write/output.ts";
import { FolderInUse } from "@/lib/db/folder.ts";
import { askOwner } from "@/lib/service/control/client.ts";
import type { Controls } from "@/lib/service/control/server.ts";
import { runningBuild } from "@/lib/tools/build.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

const fileName = "backup.tar";
const longestMs = 6 * 3_600_000;

interface Place {
  dataDir: string;
  part: Part;
}

/**
 * Makes the file in the data folder, so that nobody's pipe keeps the callers of the database
 * waiting, and the command takes it from there.
 */
export function backupControls({ pglite, dataDir, part }: Place & { pglite: PGlite }): Controls {
  let isMaking = false;
  return {
    async "/backup"() {
      if (isMaking) throw new Error("another back-up is being made");
      isMaking = true;
      const file = new OutputFile(join(dataDir, fileName));
      try {
        return { summary: await makeFile(pglite, { part, build: runningBuild(), file }) };
      } finally {
        isMaking = false;
      }
    },
  };
}

async function makeFile(
  pglite: PGlite,
  { part, build, file }: { part: Part; build: string | null; file: OutputFile },
): Promise<BackupSummary> {
  try {
    await file.open();
    const summary = await writeEmbeddedBackup(pglite, { part, build, sink: file });
    await file.end();
    return summary;
  } finally {
    file.discard();
  }
}

/**
 * Has the owner of the folder make it, or makes it where no process has the folder.
 * @returns the file, which has no name any more
 * @throws ControlFailed, UnknownDatabase
 */
export async function backUpFolder(
  { dataDir, part }: Place,
  { build, begins }: { build: string | null; begins(file: OutputFile): void },
): Promise<BackupFile> {
  const path = join(dataDir, fileName);
  const summary = await inIdleFolder({ dataDir, part }, (pglite) => {
    const file = new OutputFile(path);
    begins(file);
    return makeFile(pglite, { part, build, file });
  });
  if (!summary) await askOwner(dataDir, "/backup", {}, { timeoutMs: longestMs });
  const file = await BackupFile.open(path, { spoolIn: dataDir })
    .finally(() => unlessMissing(Deno.remove(path)));
  const { schema, gateway_schema } = file.manifest;
  if (part === "app" ? schema.length > 0 : gateway_schema !== null) return file;
  file[Symbol.dispose]();
  throw unknownIn(dataDir, part);
}

/** Makes it straight in its place. @returns null where a process has the folder. */
export function backUpIdleFolder(
  { dataDir, part }: Place,
  { build, file }: { build: string | null; file: OutputFile },
): Promise<BackupSummary | null> {
  return inIdleFolder(
    { dataDir, part },
    (pglite) => writeEmbeddedBackup(pglite, { part, build, sink: file }),
  );
}

/** @returns null where a process has the folder @throws UnknownDatabase */
async function inIdleFolder(
  { dataDir, part }: Place,
  write: (pglite: PGlite) => Promise<BackupSummary>,
): Promise<BackupSummary | null> {
  try {
    return await withEmbedded(dataDir, async (pglite) => {
      await removeUnfetched(dataDir);
      return await write(pglite);
    });
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error instanceof UnknownDatabase ? unknownIn(dataDir, part) : error;
  }
}

function unknownIn(dataDir: string, part: Part): UnknownDatabase {
  return new UnknownDatabase(part, `the database in ${dataDir}`);
}

/** Removes what a command that broke off has not fetched. */
export async function removeUnfetched(dataDir: string): Promise<void> {
  await unlessMissing(Deno.remove(join(dataDir, fileName)));
  for await (const { name } of Deno.readDir(dataDir)) {
    const isPart = name.startsWith(`.${fileName}.`) || name.startsWith(".restore-");
    if (isPart && name.endsWith(".part")) await unlessMissing(Deno.remove(join(dataDir, name)));
  }
}
