/** A back-up that the process which owns the embedded database makes, for the command. */
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import type { Sink } from "@/lib/backup/write/archive.ts";
import { type BackupSummary, writeEmbeddedBackup } from "@/lib/backup/write/write_backup.ts";
import { OutputFile } from "@/lib/backup/write/output.ts";
import { askOwner } from "@/lib/service/control/client.ts";
import type { Controls } from "@/lib/service/control/server.ts";
import { runningBuild } from "@/lib/tools/build.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

const fileName = "backup.tar";
const longestMs = 6 * 3_600_000;

interface Reply {
  path: string;
  summary: BackupSummary;
}

/**
 * Makes the file in the data folder, so that nobody's pipe keeps the callers of the database
 * waiting, and the command takes it from there.
 */
export function backupControls({ pglite, dataDir }: { pglite: PGlite; dataDir: string }): Controls {
  const path = join(dataDir, fileName);
  let isMaking = false;
  return {
    async "/backup"() {
      if (isMaking) throw new Error("another back-up is being made");
      isMaking = true;
      const sink = new OutputFile(path);
      try {
        await sink.open();
        const summary = await writeEmbeddedBackup(pglite, { build: runningBuild(), sink });
        await sink.end();
        return { path, summary } satisfies Reply;
      } finally {
        sink.discard();
        isMaking = false;
      }
    },
  };
}

/** Has the owner of the folder make it, and moves it to the sink. @throws ControlFailed */
export async function backUpByOwner(dataDir: string, sink: Sink): Promise<BackupSummary> {
  const { path, summary } = await askOwner<Reply>(dataDir, "/backup", {}, {
    timeoutMs: longestMs,
  });
  using file = await Deno.open(path);
  await Deno.remove(path);
  const bytes = new Uint8Array(256 * 1024);
  for (let count; (count = await file.read(bytes)) !== null;) {
    await sink.write(bytes.subarray(0, count));
  }
  return summary;
}

/** Removes what a command that broke off has not fetched. */
export async function removeUnfetched(dataDir: string): Promise<void> {
  await unlessMissing(Deno.remove(join(dataDir, fileName)));
  for await (const { name } of Deno.readDir(dataDir)) {
    const isPart = name.startsWith(`.${fileName}.`) || name.startsWith(".restore-");
    if (isPart && name.endsWith(".part")) await unlessMissing(Deno.remove(join(dataDir, name)));
  }
}
