import type { Due } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import {
  findDue,
  finishAttempts,
  type Finished,
  freeCallbacks,
  leaseCallbacks,
  type Pending,
  returnLeases,
} from "@/lib/notify/callbacks/callbacks.ts";
import { judge } from "@/lib/notify/callbacks/retry_schedule.ts";
import type { Log } from "@/lib/tools/log.ts";
import { DeliveryPool, type DeliveryPoolOptions } from "@/lib/outbound/delivery_pool.ts";
import { outcomeOf } from "@/lib/outbound/deliveries.ts";
import { hasNotBegun, type PostResult } from "@/lib/outbound/outbound.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Attempts are stored together: the receiver has answered, and nobody waits. */
const storeEveryMs = 100;

export interface PoolOptions extends DeliveryPoolOptions {
  db: Db;
  log: Log;
  send(pending: Pending, signal: AbortSignal): Promise<PostResult>;
  /** Sets the alarm for a retry; if it is lost, the sweep finds the row. */
  remind(due: Due, delayMs: number): Promise<void>;
}

export class CallbackPool extends DeliveryPool<Pending, Finished> {
  constructor({ db, log, send, remind, ...limits }: PoolOptions) {
    super(
      {
        name: "callback",
        lease: (ids, holder) => leaseCallbacks(db, ids, holder),
        returnLeases: (pending) => returnLeases(db, pending),
        free: (holders) => freeCallbacks(db, holders),
        store: (finished) => finishAttempts(db, finished),
        storeEveryMs,
        findDue: (wanted) => findDue(db, wanted),
        remind,
        async attempt(pending, signal) {
          const startedAt = currentTime();
          const result = await send(pending, signal);
          if (hasNotBegun(result)) return undefined;
          const verdict = judge(pending.attempts - pending.scheduleStart + 1, result);
          const failed = verdict.status === "pending" || verdict.status === "failed";
          return {
            done: { pending, startedAt, result, verdict },
            call: { failed, durationMs: result.durationMs },
            delayMs: verdict.status === "pending" ? verdict.delayMs : undefined,
            measure: {
              kind: "callback",
              outcome: outcomeOf(result),
              isGivenUp: verdict.status === "failed" || verdict.status === "gone",
            },
          };
        },
        report: ({ pending, result, verdict }) =>
          log.info("callback_attempt", {
            id: pending.id,
            notificationId: /^\{"notificationId":"([\w-]{36})"/.exec(pending.body)?.[1],
            attempt: pending.attempts + 1,
            outcome: result.outcome,
            status: result.status,
            durationMs: Math.round(result.durationMs),
            verdict: verdict.status,
          }),
      },
      log,
      limits,
    );
  }
}
