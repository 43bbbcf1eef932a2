import type { Due } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { type Attempt, outcomeOf } from "@/lib/outbound/deliveries.ts";
import type { PoolLimits } from "@/lib/fairness/queues.ts";
import { DeliveryPool, type DeliveryPoolOptions } from "@/lib/outbound/delivery_pool.ts";
import { hasNotBegun, type PostResult } from "@/lib/outbound/outbound.ts";
import {
  findDue,
  type Finished,
  finishJobs,
  freeJobs,
  leaseJobs,
  type Pending,
  returnLeases,
} from "@/lib/notify/push/push_jobs.ts";
import { quietUntil } from "@/lib/values/quiet_hours.ts";
import { judge } from "@/lib/notify/push/push_schedule.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";

interface PushPoolOptions extends DeliveryPoolOptions {
  db: Db;
  log: Log;
  send(pending: Pending & { deviceId: string }, signal: AbortSignal): Promise<PostResult>;
  /** Sets the alarm for a retry; if it is lost, the sweep finds the row. */
  remind(due: Due, delayMs: number): Promise<void>;
  /** Sets the alarm of a summary at the end of quiet hours; the sweep finds it too. */
  summariseIn?(due: Due, delayMs: number): Promise<void>;
}

/** Few services serve all phones, so each may be called more at once than a callback's host. */
function limitsFor(maxPerHost = 64): PoolLimits {
  return {
    most: 256,
    maxPerHost,
    maxPerSlowHost: maxPerHost,
    maxPerHostOfAll: maxPerHost,
    maxWaiting: 5_000,
  };
}

export class PushPool extends DeliveryPool<Pending, Finished> {
  constructor({ db, log, send, remind, summariseIn, ...limits }: PushPoolOptions) {
    super(
      {
        name: "push",
        lease: (ids, holder) => leaseJobs(db, ids, holder),
        returnLeases: (pending) => returnLeases(db, pending),
        free: (holders) => freeJobs(db, holders),
        async store(finished) {
          for (const { delayMs, ...due } of await finishJobs(db, finished)) {
            summariseIn?.(due, delayMs)
              .catch((error) => log.warn("alarm_not_set", describeError(error)));
          }
        },
        findDue: (wanted) => findDue(db, wanted),
        remind,
        attempt: (pending, signal) => attemptPush(pending, log, (one) => send(one, signal)),
        report: (finished) => report(finished, log),
      },
      log,
      { ...limitsFor(limits.maxPerHost), ...limits },
    );
  }
}

async function attemptPush(
  pending: Pending,
  log: Log,
  send: (pending: Pending & { deviceId: string }) => Promise<PostResult>,
): Promise<Attempt<Finished> | undefined> {
  const { deviceId } = pending;
  if (!isWanted(pending) || deviceId === null) {
    return { done: { pending, verdict: { kind: "unwanted" } } };
  }
  const until = quietFor(pending);
  if (until) return { done: { pending, verdict: { kind: "held", until } } };
  let result: PostResult;
  try {
    result = await send({ ...pending, deviceId });
  } catch (error) {
    // Nothing that a browser gave can be encrypted to by chance, so it would fail again.
    log.error("push_impossible", { id: pending.id, ...describeError(error) });
    const measure = { kind: "push", outcome: "impossible", isGivenUp: true } as const;
    return { done: { pending, verdict: { kind: "refused" } }, measure };
  }
  if (hasNotBegun(result)) return undefined;
  const verdict = judge(pending.attempts + 1, result, pending.endsAt.getTime() - currentMs());
  return {
    done: { pending, verdict, outcome: result.status ?? result.outcome },
    call: {
      failed: verdict.kind === "later" || verdict.kind === "over",
      durationMs: result.durationMs,
    },
    delayMs: verdict.kind === "later" ? verdict.delayMs : undefined,
    measure: {
      kind: "push",
      outcome: outcomeOf(result),
      isGivenUp: verdict.kind === "over" || verdict.kind === "refused",
    },
  };
}

function isWanted({ isWanted, reason, unread, muted, sender, company }: Pending): boolean {
  if (reason === "summary") return unread > 0;
  return isWanted && !muted?.includes(sender ?? company);
}

function quietFor({ quiet, priority, reason }: Pending): Date | null {
  if (quiet === null || (quiet.highPasses && priority === "high" && reason !== "summary")) {
    return null;
  }
  return quietUntil(quiet, currentTime());
}

function report({ pending, verdict, outcome }: Finished, log: Log): void {
  const { id, notificationId, endpoint, attempts } = pending;
  const { host } = new URL(endpoint);
  const entry = { id, notificationId, host, attempt: attempts + 1, outcome, verdict: verdict.kind };
  // A refusal is a fault on this side: wrong keys, subject or headers. The subscription stays.
  if (verdict.kind === "refused") log.error("push_refused", entry);
  else if (verdict.kind === "gone") log.info("push_subscription_gone", entry);
  else log.debug("push_attempt", entry);
}
