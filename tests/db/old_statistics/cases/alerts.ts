/** A look at an installation in which something is wrong, told and over. */
import { alerts } from "@/lib/alerts/alerts.ts";
import { findOperator, findUsualReader } from "@/lib/alerts/operator.ts";
import {
  beginTelling,
  endTelling,
  noteMessage,
  noteStandbys,
  readAlerts,
  removeAlerts,
  takeTurn,
  writeChanges,
} from "@/lib/alerts/rows.ts";
import { judge } from "@/lib/alerts/state.ts";
import { readClock } from "@/lib/db/clock.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { Case } from "./case.ts";

const findings = Array.from(
  { length: 90 },
  (_, at) => ({ subject: `${at}`, facts: { count: at } }),
);

export const alertCases: Record<string, Case> = {
  async "alerts"(db) {
    await findOperator(db, "ana@primary.example");
    await findUsualReader(db);
    await transact(db, async (trx) => {
      const now = await readClock(trx);
      await takeTurn(trx, now);
      const [alert] = alerts as [typeof alerts[number]];
      await writeChanges(trx, judge(alert, [], findings, { now, afterSeconds: 0 }));
      await noteStandbys(trx, 1, now);
      await beginTelling(trx, now);
      const rows = await readAlerts(trx);
      await noteMessage(trx, rows, { way: "mailed_at", now, sentAt: [now] });
      await endTelling(trx);
      await writeChanges(trx, judge(alert, rows, [], { now, afterSeconds: 0 }));
      await removeAlerts(trx, rows);
    });
  },
};
