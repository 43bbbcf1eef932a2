import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { nameIn, readPieceName } from "@/lib/backup/format/manifest.ts";
import { BackupFile } from "@/lib/backup/restore/backup_file.ts";

/** Each table's rows as the file has them, whatever their order. */
export async function rowsIn(path: string): Promise<Record<string, string>> {
  using file = await BackupFile.open(path, { spoolIn: "/none" });
  const lines: Record<string, string[]> = {};
  for await (const { name, content } of file.pieces()) {
    const text = new TextDecoder().decode(gunzipSync(content));
    const { part, table } = readPieceName(name)!;
    (lines[nameIn(part, table)] ??= []).push(...text.split("\n"));
  }
  // These say where it is and whether it is held.
  const ours = Object.entries(lines).filter(([table]) => table !== "installation");
  return Object.fromEntries(
    ours.map(([table, all]) => [
      table,
      `${all.length} ${createHash("sha256").update(all.sort().join("\n")).digest("hex")}`,
    ]),
  );
}
