import { sql } from "kysely";
import type { BareTrx, Database, Db } from "@/lib/db/connection.ts";
import { installationChange, type Live, wakeInstallation } from "@/lib/notify/streams/live.ts";
import type { Config } from "@/lib/service/config.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import type { HoldReason } from "@/lib/words/hold.ts";
import { Hold, type Holding } from "@/lib/tools/hold.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** Follows what the database says: read now, by NOTIFY, and every minute by `recurring.ts`. */
export async function openHold(
  { database, live }: { database: Database; live: Live },
  { isHeld }: Pick<Config, "isHeld">,
  log: Log,
): Promise<Hold> {
  const own = { since: currentTime(), reason: "setting" satisfies HoldReason };
  const hold = new Hold(isHeld ? own : null);
  const look = () =>
    noteHolding(hold, database.db)
      .catch((error) => log.warn("hold_not_read", describeError(error)));
  live.subscribe(installationChange, () => void look());
  await noteHolding(hold, database.db);
  if (hold.holding) log.warn("installation_held", { ...hold.holding });
  hold.on("held", () => log.warn("installation_held", { ...hold.holding }));
  hold.on("released", () => log.warn("installation_released"));
  return hold;
}

export async function noteHolding(hold: Hold, db: Db): Promise<void> {
  hold.note(await readHolding(db));
}

export async function readHolding(db: Db): Promise<Holding | null> {
  const row = await db.selectFrom("installation").select(["held_since", "held_reason"])
    .executeTakeFirst();
  return row?.held_since ? { since: row.held_since, reason: row.held_reason! } : null;
}

/** Holds the installation. One that is held already stays so since then, and for the same reason. */
export async function holdInstallation(
  trx: BareTrx,
  reason: string,
): Promise<Holding & { isNew: boolean }> {
  const row = await trx.updateTable("installation")
    .set({ held_since: sql<Date>`now()`, held_reason: reason })
    .where("held_since", "is", null).returning("held_since").executeTakeFirst();
  if (row) {
    await wakeInstallation(trx);
    return { since: row.held_since!, reason, isNew: true };
  }
  return { ...(await readHolding(trx))!, isNew: false };
}
