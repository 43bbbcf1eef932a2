import * as z from "zod";
import { withDatabaseOrOwner } from "@/lib/commands/command.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { Config } from "@/lib/service/config.ts";
import { askOwner } from "@/lib/service/control/client.ts";
import { holdInstallation } from "@/lib/service/hold/holding.ts";
import type { PendingWork } from "@/lib/service/hold/pending.ts";
import {
  findHeld,
  type ReleaseChoice,
  releaseInstallation,
  type Unsent,
} from "@/lib/service/hold/release.ts";
import type { Holding } from "@/lib/tools/hold.ts";

/** The installation as commands reach it, whether a process serves it or not. */
export interface Installation {
  /** By HELD, whatever the database says. */
  isHeldBySetting: boolean;
  hold(reason: string): Promise<Holding & { isNew: boolean }>;
  findHeld(): Promise<{ holding: Holding; pending: PendingWork[] } | null>;
  release(choice: ReleaseChoice): Promise<Unsent | null>;
}

export function withInstallation(
  config: Config,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  const silent = () => {};
  return withDatabaseOrOwner(config, {
    byDatabase: (db) =>
      work({
        isHeldBySetting: config.isHeld,
        hold: (reason) => transact(db, (trx) => holdInstallation(trx, reason)),
        findHeld: () => findHeld(db),
        // Running processes find by themselves what it makes due.
        release: (choice) => releaseInstallation(db, choice, silent),
      }),
    byOwner: () => work(ownedBy(config)),
  });
}

const instant = z.coerce.date();

function ownedBy({ dataDir, isHeld }: Config): Installation {
  const dated = (holding: Holding): Holding => ({
    ...holding,
    since: instant.parse(holding.since),
  });
  return {
    isHeldBySetting: isHeld,
    async hold(reason) {
      const hold = await askOwner<Holding & { isNew: boolean }>(dataDir, "/hold", { reason });
      return { ...hold, ...dated(hold) };
    },
    async findHeld() {
      type Reply = { holding: Holding; pending: PendingWork[] } | null;
      const reply = await askOwner<Reply>(dataDir, "/pending");
      if (!reply) return null;
      const pending = reply.pending.map((one) => ({ ...one, oldest: instant.parse(one.oldest) }));
      return { holding: dated(reply.holding), pending };
    },
    release: (choice) => askOwner<Unsent | null>(dataDir, "/release", { choice }),
  };
}
