import type { Announce, Due } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany, isUnavailable } from "@/lib/db/transaction.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { actAt } from "@/lib/notify/due/act.ts";
import {
  delay,
  findDueTimes,
  freeTimes,
  leaseTimes,
  type PendingTime,
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
  pending: PendingTime;
  outcome: string;
}

/** Waits after failed attempts; the last one repeats. */
const delaysMs = [5_000, 30_000, 120_000, 600_000, 3_600_000];

/** Acts when a notification's times are due: its transaction ends the row, so each acts once. */
export class DuePool extends DeliveryPool<PendingTime, Acted> {
  constructor({ db, log, announce, fallbacks, remind, ...limits }: DuePoolOptions) {
    super(
      {
        name: "time",
        lease: (ids, holder) => leaseTimes(db, ids, holder),
        returnLeases: (pending) => returnTimes(db, pending),
        free: (holders) => freeTimes(db, holders),
        attempt: (pending) => attempt(pending),
        store: () => Promise.resolve(),
        findDue: (wanted) => findDueTimes(db, wanted),
        remind,
        report: ({ pending: { id }, outcome }) => log.debug("time_acted", { id, outcome }),
      },
      log,
      { most: 16, maxPerHost: 4, maxPerSlowHost: 4, ...limits },
    );

    const attempt = async (pending: PendingTime): Promise<Attempt<Acted>> => {
      try {
        const outcome = await inCompany(
          db,
          pending.companyId,
          (trx) => actAt(trx, pending, fallbacks),
          announce,
        );
        const measure = { kind: "due", outcome, isGivenUp: false } as const;
        return { done: { pending, outcome }, measure };
      } catch (error) {
        if (isUnavailable(error)) throw error;
        log.error("time_failed", { id: pending.id, ...describeError(error) });
        const delayMs = delaysMs[Math.min(pending.attempts, delaysMs.length - 1)]!;
        await delay(db, pending, delayMs);
        const measure = { kind: "due", outcome: "delayed", isGivenUp: false } as const;
        return { done: { pending, outcome: "delayed" }, delayMs, measure };
      }
    };
  }
}
