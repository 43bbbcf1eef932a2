import { type Manifest, manifestName } from "@/lib/backup/format/manifest.ts";
import type { BackupFile } from "@/lib/backup/restore/backup_file.ts";
import { Archive, type Sink } from "@/lib/backup/write/archive.ts";
import { type BackupSummary, summaryOf } from "@/lib/backup/write/write_backup.ts";

/** Writes one back-up of two databases: of the app's file, and of the gateway's where it has one. */
export async function joinBackups(
  app: BackupFile,
  gateway: BackupFile | null,
  sink: Sink,
): Promise<BackupSummary> {
  const manifest = gateway ? joined(app.manifest, gateway.manifest) : app.manifest;
  const archive = new Archive(sink, new Date(manifest.made_at));
  await archive.add(manifestName, new TextEncoder().encode(JSON.stringify(manifest, null, 1)));
  for (const file of gateway ? [app, gateway] : [app]) {
    for await (const { name, content } of file.pieces()) await archive.add(name, content);
  }
  return summaryOf(manifest, await archive.end());
}

function joined(app: Manifest, gateway: Manifest): Manifest {
  return {
    ...app,
    gateway_schema: gateway.gateway_schema,
    tables: { ...app.tables, ...gateway.tables },
    columns: { ...app.columns, ...gateway.columns },
    sequences: { ...app.sequences, ...gateway.sequences },
    keys: { secrets: app.keys.secrets, gateway: gateway.keys.gateway },
  };
}
