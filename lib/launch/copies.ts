import { dirname, resolve } from "node:path";
import { filesOf, type NamedFiles } from "@/lib/launch/named_files.ts";

type Env = Record<string, string | undefined>;

export const backupEntry = "lib/commands/backup.ts";
export const restoreEntry = "restore.ts";

/** Settings that no process which serves may have. */
export const ownVariables: Record<string, readonly string[]> = {
  [backupEntry]: ["BACKUP_DATABASE_URL"],
  [restoreEntry]: ["GATEWAY_DATABASE_URL"],
};

export function ownFiles(entry: string, args: readonly string[], env: Env): NamedFiles {
  if (entry === backupEntry) {
    const output = outputOf(args);
    const { read, write } = filesOf(env, [env.BACKUP_DATABASE_URL]);
    const folders = [
      ...(output && output !== "-" ? [dirname(resolve(output))] : []),
      ...(env.BACKUP_DIR ? [resolve(env.BACKUP_DIR)] : []),
    ];
    return { read, write: [...folders, ...write] };
  }
  if (entry !== restoreEntry) return { read: [], write: [] };
  const { read, write } = filesOf(env, [env.GATEWAY_DATABASE_URL]);
  const files = args.filter((arg) => !arg.startsWith("-")).map((arg) => resolve(arg));
  return { read: [...files, ...read], write };
}

function outputOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === "--output" || arg.startsWith("--output="));
  if (at < 0) return undefined;
  return args[at]!.includes("=") ? args[at]!.slice("--output=".length) : args[at + 1];
}
