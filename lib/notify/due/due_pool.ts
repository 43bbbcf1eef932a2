import type { Announce, Due } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany, isUnavailable } from "@/lib/db/transaction.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { actAt } from "@/lib/notify/due/act.ts";
import {
  findDueTimes,
  freeTimes,
  leaseTimes,
  type OwedTime,
  putOff,
  returnTimes,
} from "@/lib/notify/due/due_jobs.ts";
import type { Fallbacks } from "@/lib/notify/due/fallbacks.ts";
import type { Attempt } from "@/lib/outbound/deliveries.ts";
import { DeliveryPool, type DeliveryPoolOptions } from "@/lib/outbound/delivery_pool.ts";

interface DuePoolOptions extends DeliveryPoolOptions {
  db: Db;
  log: Log;
  announce: Announce;
  fallbacks: Fallbacks;
  /** Sets the alarm of what is due soon; if it is lost, the sweep finds the row. */
  remind(due: Due, delayMs: number): Promise<void>;
}

interface Acted {
  owed: OwedTime;
  outcome: string;
}

/** After an attempt that failed; the last one again and again. */
const delaysMs = [5_000, 30_000, 120_000, 600_000, 3_600_000];

/** Acts when a notification's times are due: its transaction ends the row, so each acts once. */
export class DuePool extends DeliveryPool<OwedTime, Acted> {
  constructor({ db, log, announce, fallbacks, remind, ...limits }: DuePoolOptions) {
    super(
      {
        name: "time",
        lease: (ids, holder) => leaseTimes(db, ids, holder),
        returnLeases: (owed) => returnTimes(db, owed),
        free: (holders) => freeTimes(db, holders),
        attempt: (owed) => attempt(owed),
        store: () => Promise.resolve(),
        findDue: (wanted) => findDueTimes(db, wanted),
        remind,
        report: ({ owed: { id }, outcome }) => log.debug("time_acted", { id, outcome }),
      },
      log,
      { most: 16, maxPerHost: 4, maxPerSlowHost: 4, ...limits },
    );

    const attempt = async (owed: OwedTime): Promise<Attempt<Acted>> => {
      try {
        const outcome = await inCompany(
          db,
          owed.companyId,
          (trx) => actAt(trx, owed, fallbacks),
          announce,
        );
        return { done: { owed, outcome } };
      } catch (error) {
        if (isUnavailable(error)) throw error;
        log.error("time_failed", { id: owed.id, ...describeError(error) });
        const delayMs = delaysMs[Math.min(owed.attempts, delaysMs.length - 1)]!;
        await putOff(db, owed, delayMs);
        return { done: { owed, outcome: "put_off" }, delayMs };
      }
    };
  }
}
