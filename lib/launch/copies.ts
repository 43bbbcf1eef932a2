import { dirname, resolve } from "node:path";
import { filesOf, type NamedFiles } from "@/lib/launch/named_files.ts";

type Env = Record<string, string | undefined>;

export const backupEntry = "lib/commands/backup.ts";
export const restoreEntry = "restore.ts";

/** Settings that no process which serves may have. */
export const ownVariables: Record<string, readonly string[]> = {
  [backupEntry]: ["BACKUP_DATABASE_URL", "GATEWAY_DATA_DIR"],
  [restoreEntry]: ["GATEWAY_DATABASE_URL", "GATEWAY_DATA_DIR"],
};

/** Data folder of the gateway beside an embedded database of the app; null where there is none. */
export function gatewayFolder(
  { DATABASE_URL, DATA_DIR, GATEWAY_DATA_DIR }: Env,
): string | null {
  const folder = resolve(GATEWAY_DATA_DIR || "./.gateway");
  // In a container, whose image sets both, the one folder is the app's.
  return DATABASE_URL || folder === resolve(DATA_DIR || "./.data") ? null : folder;
}

export function ownFiles(entry: string, args: readonly string[], env: Env): NamedFiles {
  if (entry === backupEntry) {
    const output = outputOf(args);
    const { read, write } = filesOf(env, [env.BACKUP_DATABASE_URL]);
    const folders = [
      ...(output && output !== "-" ? [dirname(resolve(output))] : []),
      ...(env.BACKUP_DIR ? [resolve(env.BACKUP_DIR)] : []),
      ...listed(gatewayFolder(env)),
    ];
    return { read, write: [...folders, ...write] };
  }
  if (entry !== restoreEntry) return { read: [], write: [] };
  const { read, write } = filesOf(env, [env.GATEWAY_DATABASE_URL]);
  const files = args.filter((arg) => !arg.startsWith("-")).map((arg) => resolve(arg));
  const folder = env.GATEWAY_DATABASE_URL ? null : gatewayFolder(env);
  return { read: [...files, ...read], write: [...listed(folder), ...write] };
}

const listed = (folder: string | null): string[] => folder === null ? [] : [folder];

function outputOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === "--output" || arg.startsWith("--output="));
  if (at < 0) return undefined;
  return args[at]!.includes("=") ? args[at]!.slice("--output=".length) : args[at + 1];
}
