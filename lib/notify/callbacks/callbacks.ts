import { sql } from "kysely";
import type { LeasedCallback } from "@/lib/tools/after_commit.ts";
import { callbackLease as lease } from "@/lib/notify/answering/callback_lease.ts";
import { executeWithCommit } from "@/lib/db/pool/departure.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { hasKey, keyRows, lookUp } from "@/lib/db/keys.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import {
  attemptColumns,
  attemptRow,
  type DueWork,
  type Wanted,
} from "@/lib/outbound/deliveries.ts";
import {
  type DueTable,
  findDueIn,
  freeLeases,
  lockDue,
  returnLeasesIn,
} from "@/lib/outbound/find_due.ts";
import type { PostResult } from "@/lib/outbound/outbound.ts";
import type { Verdict } from "@/lib/notify/callbacks/retry_schedule.ts";

export type Pending = LeasedCallback;

export interface Finished {
  pending: Pending;
  startedAt: Date;
  result: PostResult;
  verdict: Verdict;
}

/** Leases what is due and free. `holder` gets its own leases again, as an answer may be lost. */
export function leaseCallbacks(db: Db, ids: string[], holder: string): Promise<Pending[]> {
  return asWorker(db, async (trx) => {
    const { rows } = await executeWithCommit(
      trx,
      sql<Pending>`
      with due as materialized (${lockDue(dueTable, ids, holder)}), signed as materialized (
        select due.response_id, k.digest from due cross join ${
        lookUp(sql`select digest from api_keys
          where company_id = due.company_id and id = due.key_id`)
      } k
      )
      update callbacks c
      set lease = ${holder}::uuid, leased_until = now() + ${lease}::interval
      from signed where ${hasKey(["c.response_id"], ["signed.response_id"])}
      returning c.response_id as id, c.company_id as "companyId", c.lease, c.url, c.body,
        c.attempts, c.schedule_start as "scheduleStart", signed.digest`,
    );
    return rows;
  });
}

/** Skips callbacks that another process has leased since. */
export async function finishAttempts(db: Db, finished: Finished[]): Promise<void> {
  const rows = finished.map(({ verdict, ...ended }) => ({
    ...attemptRow(ended),
    status: verdict.status,
    delay_ms: verdict.status === "pending" ? verdict.delayMs : null,
  }));
  await asWorker(db, (trx) =>
    executeWithCommit(
      trx,
      sql`
    with done as (
      select * from ${keyRows(rows, { ...attemptColumns, status: "text", delay_ms: "float8" })} d
    ), attempts as (
      insert into callback_attempts
        (company_id, response_id, number, started_at, duration_ms, outcome, status, answer)
      select company_id, id, number, started_at, duration_ms, outcome, http_status, answer from done
      on conflict do nothing
    )
    update callbacks c
    set status = d.status, attempts = d.number, lease = null, leased_until = null,
      due_at = now() + d.delay_ms * interval '1 millisecond',
      last_status = d.http_status, last_outcome = d.outcome,
      delivered_at = case when d.status = 'delivered' then coalesce(c.delivered_at, now())
                          else c.delivered_at end
    from done d where ${hasKey(["c.response_id"], ["d.id"])} and c.lease = d.lease`,
    ));
}

export function returnLeases(db: Db, pending: Pending[]): Promise<void> {
  return returnLeasesIn(db, dueTable, pending);
}

const dueTable: DueTable = {
  table: "callbacks",
  id: "response_id",
  isPending: sql`status = 'pending'`,
};

export function findDue(db: Db, wanted: Wanted): Promise<DueWork> {
  return findDueIn(db, dueTable, wanted);
}

export function freeCallbacks(db: Db, holders: string[]): Promise<number> {
  return asWorker(db, (trx) => freeLeases(trx, dueTable, holders));
}

/** Makes callbacks due with a new retry schedule, except one that is being sent. @returns how many */
export async function redeliver(
  trx: Trx,
  { companyId }: Tenant,
  which: { id: string } | { since: Date },
): Promise<number> {
  const due = await trx.updateTable("callbacks")
    .set((eb) => ({
      status: "pending",
      due_at: sql<Date>`now()`,
      schedule_start: eb.ref("attempts"),
    }))
    .where("company_id", "=", companyId)
    .where((eb) =>
      eb.or([eb("leased_until", "is", null), eb("leased_until", "<", sql<Date>`now()`)])
    )
    .$if("id" in which, (q) => q.where("response_id", "=", (which as { id: string }).id))
    .$if("since" in which, (q) =>
      q.where("created_at", ">=", (which as { since: Date }).since)
        .where("status", "in", ["failed", "gone"]))
    .returning(["response_id as id", "host"]).execute();
  for (const one of due) trx.afterCommit({ kind: "callback_due", companyId, ...one });
  return due.length;
}

export async function findCallback(db: Db, tenant: Tenant, responseId: string) {
  const { companyId } = tenant;
  const callback = await db.selectFrom("callbacks")
    .select(["response_id as responseId", "url", "status", "attempts", "last_status as lastStatus"])
    .select(["due_at as nextAttemptAt", "delivered_at as deliveredAt", "created_at as createdAt"])
    .where("company_id", "=", companyId).where("response_id", "=", responseId).executeTakeFirst();
  if (!callback) return undefined;
  const log = (await findAttempts(db, tenant, [responseId])).map(
    ({ responseId: _, ...attempt }) => attempt,
  );
  return { ...callback, log };
}

export async function findAttempts(db: Db, { companyId }: Tenant, responseIds: string[]) {
  if (responseIds.length === 0) return [];
  return await db.selectFrom("callback_attempts")
    .select(["response_id as responseId", "number", "started_at as startedAt"])
    .select(["duration_ms as durationMs", "outcome", "status", "answer"])
    .where("company_id", "=", companyId).where("response_id", "in", responseIds)
    .orderBy("response_id").orderBy("number").execute();
}
