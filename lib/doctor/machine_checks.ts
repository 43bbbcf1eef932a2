/** What is looked at on this machine. */
import { join } from "node:path";
import { buildIdOf, sourceId } from "@/lib/build/source_id.ts";
import { failure, type Finding, ok, skipped, warning } from "@/lib/doctor/check.ts";
import { machineWords as words } from "@/lib/doctor/machine_words.ts";
import type { LostKeys } from "@/lib/doctor/secret_keys.ts";
import { ensureDir } from "@/lib/db/folder.ts";
import { currentBuild } from "@/lib/launch/builds.ts";
import type { Config, ConfigError } from "@/lib/service/config.ts";
import { readBackup, readDisk } from "@/lib/status/disks.ts";
import { isAhead, isNearlyFull } from "@/lib/status/limits.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";
import { sizeText } from "@/lib/words/size.ts";

const hourMs = 3_600_000;

export function settingsFinding(problem: ConfigError | null): Finding {
  if (!problem) return ok(words.settings.right);
  const [, ...lines] = problem.message.split("\n");
  return failure(words.settings.wrong(lines.join("\n")), words.settings.correct);
}

/**
 * A release comes built, without all that a build is made of: there is nothing to compare.
 * @param root where the sources and `_fresh` are
 */
export async function checkBuild(root: string): Promise<Finding> {
  const build = await currentBuild(root);
  if (!build) return failure(words.build.none, words.build.make);
  const name = build.id.slice(0, 8);
  const sources = await unlessMissing(sourceId(root));
  if (sources === null || build.id === buildIdOf(sources)) return ok(words.build.current(name));
  return warning(words.build.old(name), words.build.make);
}

/** Writes a file of a byte into the folder, which is made where it is missing. */
export async function checkDisk(folder: string): Promise<Finding> {
  const trial = join(folder, `.doctor-${crypto.randomUUID()}`);
  try {
    await ensureDir(folder);
    await Deno.writeTextFile(trial, "x", { createNew: true, mode: 0o600 });
    await Deno.remove(trial);
    const disk = await readDisk(folder);
    const free = [sizeText(disk.freeBytes, "es"), sizeText(disk.freeBytes, "en")] as const;
    return isNearlyFull(disk)
      ? warning(words.disk.little(...free), words.disk.makeRoom)
      : ok(words.disk.room(...free));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return failure(words.disk.unwritable(folder, code ?? message), words.disk.own);
  }
}

export function secretsFinding({ hasKey, count }: LostKeys): Finding {
  if (count > 0) return failure(words.secrets.lost(count), words.secrets.bringBack);
  return hasKey ? ok(words.secrets.open) : warning(words.secrets.none, words.secrets.make);
}

/** Of the newest file in `BACKUP_DIR`. */
export async function checkBackup(
  { backupDir, backupMaxAgeHours }: Pick<Config, "backupDir" | "backupMaxAgeHours">,
): Promise<Finding> {
  const { backup: text } = words;
  if (!backupDir) return skipped(text.unset);
  const backup = await readBackup({ backupDir });
  if (!backup) return warning(text.none(backupDir), text.make);
  const at = backup.madeAt.toISOString().slice(0, 16).replace("T", " ");
  if (isAhead(backup.madeAt, currentTime())) return warning(text.ahead(at), text.setClock);
  const isOld = backup.madeAt.getTime() < currentMs() - backupMaxAgeHours * hourMs;
  return isOld ? warning(text.old(at), text.make) : ok(text.recent(at));
}
