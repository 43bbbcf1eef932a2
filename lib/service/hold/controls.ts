import * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { Controls } from "@/lib/service/control/server.ts";
import { holdInstallation, noteHolding } from "@/lib/service/hold/holding.ts";
import { findHeld, releaseChoices, releaseInstallation } from "@/lib/service/hold/release.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Hold } from "@/lib/tools/hold.ts";

interface Means {
  db: Db;
  hold: Hold;
  announce: Announce;
}

/** What the operator's commands ask of a running process; nobody else shares its database. */
export function holdControls({ db, hold, announce }: Means): Controls {
  return {
    async "/hold"(input) {
      const { reason } = z.object({ reason: z.string() }).parse(input);
      const holding = await transact(db, (trx) => holdInstallation(trx, reason));
      await noteHolding(hold, db);
      return holding;
    },
    "/pending": () => findHeld(db),
    async "/release"(input) {
      const { choice } = z.object({ choice: z.enum(releaseChoices) }).parse(input);
      const unsent = await releaseInstallation(db, choice, announce);
      await noteHolding(hold, db);
      return unsent;
    },
  };
}
