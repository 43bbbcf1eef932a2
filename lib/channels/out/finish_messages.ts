import { sql } from "kysely";
import { noteCalls } from "@/lib/channels/accounts/account_state.ts";
import type { Failure } from "@/lib/channels/accounts/failure.ts";
import { isForGood, type RefusedRecipient } from "@/lib/channels/email/failure.ts";
import { noteMailed } from "@/lib/channels/email/refused_addresses.ts";
import { noteWithin } from "@/lib/channels/out/note_moves.ts";
import { type GraphOutcome, isFinal } from "@/lib/channels/meta/out/results.ts";
import { lookUpAfterMs, type Pending, releaseHeld } from "@/lib/channels/out/leases.ts";
import { pendingOf } from "@/lib/channels/out/recipients.ts";
import type { OutboxRecipient } from "@/lib/db/tables/channels.ts";
import { kinds } from "@/lib/channels/kinds.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { Due } from "@/lib/tools/after_commit.ts";
import { hasKey, keyRows, lookUp } from "@/lib/db/keys.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { attemptColumns, attemptRow } from "@/lib/outbound/deliveries.ts";
import type { PostResult } from "@/lib/outbound/outbound.ts";
import { shownAddress } from "@/lib/records/shown_address.ts";

export interface Finished {
  pending: Pending;
  startedAt: Date;
  result: Pick<PostResult, "durationMs" | "status" | "answer"> & {
    outcome: string;
    detail?: string;
    refusals?: RefusedRecipient[];
    graph?: GraphOutcome;
    tokenAt?: string | null;
  };
  verdict:
    & { recipients?: OutboxRecipient[] }
    & (
      | { state: "sent" | "partly" | "failed" | "uncertain" }
      | { state: "queued"; delayMs: number }
    );
}

/**
 * Skips what another process took over since, and earlier receipts.
 * @returns ids of the others, and what waited for an account that works again
 */
export async function finishMessages(
  db: Db,
  finished: Finished[],
): Promise<{ ids: Set<string>; due: Due[] }> {
  const rows = finished.map(({ verdict, ...ended }) => ({
    ...attemptRow(ended),
    answer: ended.result.answer || ended.result.detail || null,
    state: verdict.state,
    delay_ms: verdict.state === "queued"
      ? verdict.delayMs
      : verdict.state === "uncertain" && kinds[ended.pending.kind].looksUp
      ? lookUpAfterMs
      : null,
    error: verdict.state === "sent" ? null : partlyOf(verdict) ?? errorOf(ended.result),
    recipients: verdict.recipients ?? null,
    code: ended.result.graph?.code ?? null,
    note: ended.result.graph?.note ?? null,
  }));
  return await asWorker(db, async (trx) => {
    const { rows: openRows } = await sql<{ id: string }>`
    with done as (
      select d.*, a.state as account, a.deleted_at as account_deleted_at
      from ${keyRows(rows, columns)} d
      cross join ${lookUp(sql`select account_id from outbox where id = d.id`)} o
      cross join ${lookUp(sql`select * from channel_accounts where id = o.account_id`)} a
    ), attempts as (
      insert into outbox_attempts
        (company_id, outbox_id, number, started_at, duration_ms, outcome, status, answer)
      select d.company_id, d.id, d.number, d.started_at, d.duration_ms, d.outcome, d.http_status,
        d.answer
      from done d
      on conflict do nothing
    )
    update outbox o set attempts = d.number, lease = null, leased_until = null,
      state = case when o.state <> 'sending' then o.state
        when d.state = 'queued' and d.account_deleted_at is not null then 'cancelled' else d.state end,
      state_at = case when o.state = 'sending' then now() else o.state_at end,
      error = case when o.state = 'sending' then d.error else o.error end,
      code = case when o.state = 'sending' then d.code::int else o.code end,
      note = coalesce(d.note, o.note),
      recipients = case when o.state = 'sending' then coalesce(d.recipients, o.recipients)
        else o.recipients end,
      note_due_at = now() + ${noteWithin}::interval,
      due_at = case when o.state = 'sending' and d.account <> 'paused'
          and (d.account_deleted_at is null or d.state <> 'queued')
        then now() + d.delay_ms * interval '1 millisecond' end
    from done d where ${hasKey(["o.id"], ["d.id"])} and o.lease = d.lease
    returning o.id`.execute(trx);
    const ids = new Set(openRows.map(({ id }) => id));
    await noteMailed(trx, finished.filter(({ pending }) => ids.has(pending.id)).flatMap(mailedBy));
    await closeWindows(trx, finished);
    const calls = finished.flatMap((one) => newsOf(one) ?? []);
    const noted = await noteCalls(trx, calls);
    // The account works, or another token may do what this one could not.
    const works = calls.filter(({ failure, accountId }) =>
      failure === null || !noted.has(accountId)
    );
    return { ids, due: await releaseHeld(trx, works) };
  });
}

const columns = {
  ...attemptColumns,
  state: "text",
  delay_ms: "float8",
  error: "text",
  recipients: "jsonb",
  code: "bigint",
  note: "text",
} as const;

/** What the attempt tells of its account; nothing where only the message or the moment was wrong. */
function newsOf({ pending: { accountId, kind }, result, verdict }: Finished) {
  const sent = verdict.state === "sent" || result.outcome === "sent";
  const { tokenAt } = result;
  if (sent || endsMessage(result)) return { accountId, failure: null, sent, tokenAt };
  const isPassing = kinds[kind].sends === "meta" &&
    (result.outcome === "uncertain" ||
      result.graph !== undefined && result.graph.name !== "account");
  return isPassing ? undefined : { accountId, failure: toFailure(result), sent, tokenAt };
}

/** Meta knows better than our clock that somebody's window is closed. */
async function closeWindows(trx: BareTrx, finished: readonly Finished[]): Promise<void> {
  const closed = finished.filter(({ result }) => result.graph?.name === "window")
    .filter(({ result }) => result.status !== undefined)
    .map(({ pending: { companyId, accountId, person } }) => ({
      company_id: companyId,
      account_id: accountId,
      person_id: person,
    }));
  if (closed.length === 0) return;
  const key = ["company_id", "account_id", "person_id"];
  await sql`
    update account_people p set closed_at = now()
    from ${keyRows(closed, { company_id: "int", account_id: "int", person_id: "text" })} c
    where ${hasKey(key.map((name) => `p.${name}`), key.map((name) => `c.${name}`))}`.execute(trx);
}

/** Its receiver refuses this message for good. */
export function endsMessage(
  { outcome, status, graph }: Pick<Finished["result"], "outcome" | "status" | "graph">,
) {
  return isForGood(outcome) || isFinal({ graph }) ||
    outcome === "status" && (status === 410 || status === 422);
}

/** Addresses of a mail that its server accepted or refused permanently. */
function mailedBy({ pending, result: { outcome, refusals = [] } }: Finished) {
  const { companyId, accountId, payload: { messageId, mail } } = pending;
  if (!mail) return [];
  const place = { companyId, accountId, messageId };
  const wrong = refusals.filter(({ isFinal, outcome: own }) => isFinal && !own);
  const addressees = new Set(outcome === "sent" ? pendingOf(mail, pending.recipients) : []);
  for (const { address } of refusals) addressees.delete(address);
  return [
    ...wrong.map(({ address, reason = null }) => ({ ...place, address, reason, isWrong: true })),
    ...[...addressees].map((address) => ({ ...place, address, reason: null, isWrong: false })),
  ];
}

function toFailure({ outcome, status, detail }: Finished["result"]): Failure {
  return { outcome, status: status ?? null, detail };
}

function partlyOf({ recipients = [] }: Finished["verdict"]): string | null {
  if (!recipients.some(({ state }) => state === "sent")) return null;
  const others = recipients.filter(({ state }) => state !== "sent");
  return `partly ${others.map(({ address }) => shownAddress(address)).join(", ")}`.slice(0, 500);
}

/** Text for `outbox.error`, parsed by `sayError`. */
export function errorOf({ outcome, status, detail }: Finished["result"]): string {
  return outcome === "status" ? `status ${status}` : [outcome, detail].filter(Boolean).join(" ");
}
