import { followDatabase } from "@/lib/db/clock.ts";
import type { Db } from "@/lib/db/connection.ts";
import { readBackup } from "@/lib/status/disks.ts";
import { isAhead } from "@/lib/status/limits.ts";
import { currentMs, maxSkewSeconds } from "@/lib/tools/clock.ts";

export const machineWarnings = ["backup_old", "clock_skewed"] as const;
type MachineWarning = typeof machineWarnings[number];

interface Config {
  backupDir: string | undefined;
  backupMaxAgeHours: number;
}

/** Looks at the back-ups and at the clock, which differs from the database's or made files of later. */
export class MachineWatch {
  #warnings: MachineWarning[] = [];

  constructor(private readonly db: Db, private readonly config: Config) {}

  /** As of the last look. */
  get warnings(): readonly MachineWarning[] {
    return this.#warnings;
  }

  async look(): Promise<void> {
    const skewSeconds = await followDatabase(this.db);
    const now = currentMs();
    const { backupDir, backupMaxAgeHours } = this.config;
    const backup = await readBackup({ backupDir });
    const oldest = now - backupMaxAgeHours * 3_600_000;
    const isSkewed = Math.abs(skewSeconds) > maxSkewSeconds ||
      backup !== null && isAhead(backup.madeAt, new Date(now));
    this.#warnings = [
      ...backup && backup.madeAt.getTime() < oldest ? ["backup_old" as const] : [],
      ...isSkewed ? ["clock_skewed" as const] : [],
    ];
  }
}
