import type { Manifest, Part } from "@/lib/backup/format/manifest.ts";
import { type BackupFile, RestoreRefused } from "@/lib/backup/restore/backup_file.ts";
import { Loading } from "@/lib/backup/restore/load.ts";
import {
  clear,
  isUnused,
  type SchemaPlan,
  tablesOf,
  type Target,
} from "@/lib/backup/restore/target.ts";
import { readPieceName } from "@/lib/backup/format/manifest.ts";
import { builderOn } from "@/lib/backup/session/session.ts";

export interface RestoreOptions {
  /** One that the file does not have is left as it is; the app's is the first to be committed. */
  targets: Target[];
  isReplaced: boolean;
  /** How the operator names the database, for the refusal. */
  database: string;
  reason: string;
  tell(line: string): void;
}

/**
 * Fills the targets, each in one transaction: what breaks off leaves them as they were. The rows of
 * the app are there only together with its being held.
 * @throws RestoreRefused
 */
export async function restoreInto(file: BackupFile, options: RestoreOptions): Promise<void> {
  const { manifest } = file;
  const targets = options.targets.filter(({ part }) => migrationsIn(manifest, part) !== null);
  for (const target of targets) requireMigrations(target, manifest);
  const transactions: Target[] = [];
  try {
    const loadings = new Map<string, Loading>();
    for (const target of targets) {
      await target.session.query("begin");
      transactions.push(target);
      await target.session.query("set local lock_timeout = '10s'");
      loadings.set(target.part, await prepare(target, manifest, options));
    }
    for await (const piece of file.pieces()) {
      await loadings.get(readPieceName(piece.name)!.part)?.add(piece);
    }
    for (const loading of loadings.values()) await loading.end();
    for (const target of targets) if (target.part === "app") await hold(target, options.reason);
    while (transactions.length > 0) {
      await transactions[0]!.session.query("commit");
      transactions.shift();
    }
  } catch (error) {
    for (const { session } of transactions) await session.query("rollback").catch(() => {});
    throw error;
  }
}

async function prepare(
  target: Target,
  manifest: Manifest,
  { isReplaced, database, tell }: RestoreOptions,
): Promise<Loading> {
  const old = await tablesOf(target);
  if (!isReplaced && !await isUnused(target, old)) {
    throw notEmpty(target.part, database);
  }
  await clear(target, old);
  await target.build(builderOn(target.session), migrationsIn(manifest, target.part)!.at(-1)!);
  const loading = await Loading.begin(target, manifest, await tablesOf(target));
  for (const name of loading.strangers) tell(`${name} is no table of Relevo's: it is left out`);
  return loading;
}

export function notEmpty(part: Part, database: string): RestoreRefused {
  const place = part === "app" ? `"${database}"` : "the gateway's database";
  return new RestoreRefused(
    `${place} is not empty: --replace "${database}" puts the back-up in its place`,
  );
}

function migrationsIn({ schema, gateway_schema }: Manifest, part: Target["part"]) {
  return part === "app" ? schema : gateway_schema;
}

/** @throws RestoreRefused where this version does not know how the file's schema was made */
export function requireMigrations(target: SchemaPlan, manifest: Manifest) {
  const names = migrationsIn(manifest, target.part)!;
  const unknown = names.filter((name) => !target.migrations.includes(name));
  if (unknown.length > 0) {
    throw new RestoreRefused(
      `a newer version of Relevo (${manifest.version}) made it: it has ${unknown.join(", ")}`,
    );
  }
  const isOurs = names.length > 0 && names.every((name, at) => name === target.migrations[at]);
  if (isOurs) return;
  throw new RestoreRefused("its schema is none that a version of Relevo has had");
}

async function hold({ session }: Target, reason: string): Promise<void> {
  const { count } = await session.query(
    "update public.installation set held_since = now(), held_reason = $1",
    [reason],
  );
  if (count !== 1) throw new RestoreRefused("it has no row of the installation");
}
