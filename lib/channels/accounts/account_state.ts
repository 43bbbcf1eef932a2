import { sql } from "kysely";
import type { BareTrx, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { accountCan } from "@/lib/channels/accounts/account.ts";
import type { Failure } from "@/lib/channels/accounts/failure.ts";
import { type AccountReader, findAccount, lockAccount } from "@/lib/channels/accounts/accounts.ts";
import type { Actor } from "@/lib/records/records.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Changes of an account's state: pause, resume, outcome of its calls. */

/** @throws Problem not_found, invalid_transition */
export async function setPaused(
  trx: Trx,
  actor: Actor & AccountReader,
  id: number,
  verb: "pause" | "resume",
) {
  const { state } = await lockAccount(trx, actor, id);
  if (!(accountCan[verb] as readonly string[]).includes(state)) {
    const verbs = Object.keys(accountCan) as (keyof typeof accountCan)[];
    const allowed = verbs.filter((one) => (accountCan[one] as readonly string[]).includes(state));
    throw problem("invalid_transition", { details: { allowed } });
  }
  const pauses = verb === "pause";
  await trx.updateTable("channel_accounts").set({
    state: pauses ? "paused" : "checking",
    paused_by: pauses ? "member" : null,
    ...(pauses ? {} : {
      resumed_at: sql<Date>`clock_timestamp()`,
      ...{ told_at: null, last_error: null },
      // Null of other kinds.
      check_due_at: sql<Date>`case when check_due_at is not null then now() end`,
    }),
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: actor.userId,
  }).where("company_id", "=", actor.companyId).where("id", "=", id).execute();
  return await findAccount(trx, actor, id);
}

/** Sets `last_received_at`; an account in state `checking` becomes `working`. */
export async function noteReceived(
  trx: BareTrx,
  { companyId }: Tenant,
  ids: number[],
): Promise<void> {
  await sql`
    update channel_accounts set last_received_at = now(),
      state = case state when 'checking' then 'working' else state end
    where company_id = ${companyId} and id = any(${ids}::int[])`.execute(trx);
}

export interface Call {
  accountId: number;
  failure: Failure | null;
  sent: boolean;
  /** Where it tells nothing of an account that has another token by now: when its own was stored. */
  tokenAt?: string | null;
}

/**
 * Stores the outcome of each account's call as its state and last error. One statement.
 * @returns ids of the accounts that the calls tell something of
 */
export async function noteCalls(trx: BareTrx, calls: readonly Call[]): Promise<Set<number>> {
  const rows = calls.map(({ accountId, failure, sent, tokenAt }) => ({
    id: accountId,
    failure: failure && lastErrorOf(failure),
    sent,
    has_token: tokenAt !== undefined,
    token_at: tokenAt ?? null,
  }));
  const { rows: noted } = await sql<{ id: number }>`
    update channel_accounts a set
      state = case when a.state = 'paused' then 'paused'
        when c.failure is null then 'working' else 'failing' end,
      last_error = c.failure || jsonb_build_object('since', coalesce(
        a.last_error -> 'since', a.last_error -> 'at', c.failure -> 'at')),
      told_at = case when c.failure is null then null else a.told_at end,
      -- an account of Meta that begins to fail is looked at soon
      check_due_at = case when c.failure is null or a.state = 'failing' then a.check_due_at
        when a.check_due_at is not null then least(a.check_due_at, now() + interval '1 minute') end,
      last_sent_at = case when c.sent then now() else a.last_sent_at end
    from (
      select distinct on (id) id, nullif(failure, 'null'::jsonb) as failure, sent, has_token,
        token_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c(id int, failure jsonb, sent boolean, has_token boolean, token_at timestamptz)
      -- of several tokens the newest
      order by id, token_at desc nulls last
    ) c
    -- of the row itself, which is read again behind a change of the token
    where a.id = c.id and (not c.has_token or a.token_at is not distinct from c.token_at)
    returning a.id`.execute(trx);
  return new Set(noted.map(({ id }) => id));
}

/** As `channel_accounts.last_error` has it, where the detail is called `said`. */
function lastErrorOf({ detail, ...failure }: Failure) {
  return { ...failure, said: detail, at: currentTime().toISOString() };
}
