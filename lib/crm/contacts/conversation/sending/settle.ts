/** Moves messages of ours on by what Meta tells of them. */
import { type RawBuilder, sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import { kinds } from "@/lib/channels/kinds.ts";
import { type DeliveryState, movedBy, type ReceiptState } from "@/lib/channels/out/delivery.ts";
import { noteWithin } from "@/lib/channels/out/note_moves.ts";
import { findNext } from "@/lib/channels/out/leases.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** A message of ours, with its row in the outbox. */
export interface OwnMessage extends Filed {
  outboxId: string;
  state: DeliveryState;
  stateAt: Date;
  host: string;
  attempts: number;
  scheduleStart: number;
  error: string | null;
  /** The person that it went to. */
  person: string | null;
  externalId: string | null;
}

const columns = sql`o.id as "outboxId", o.state, o.state_at as "stateAt", o.host, o.error,
  o.attempts, o.schedule_start as "scheduleStart", o.person, m.id as "messageId", m.contact_id as "contactId", m.external_id as "externalId"`;

/** Messages that went out by the account, locked, the newest first. */
export async function lockOwn(
  trx: Trx,
  { company_id, id }: Account,
  condition: RawBuilder<unknown>,
): Promise<OwnMessage[]> {
  const { rows } = await sql<OwnMessage>`
    select ${columns}
    from outbox o
    join contact_messages m on m.company_id = o.company_id and m.id = o.message_id
    where o.company_id = ${company_id} and o.account_id = ${id} and ${condition}
    order by o.id desc for update of o`.execute(trx);
  return rows;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id of a row in the outbox, if it is one. */
export function uuidOf(opaque: string | null): string | null {
  return opaque !== null && uuid.test(opaque) ? opaque : null;
}

/** SQL condition: the message that the opaque id names, else the one of Meta's id. */
export function namedBy(
  { company_id, id }: Account,
  { opaque, externalId }: { opaque: string | null; externalId: string },
): RawBuilder<unknown> {
  return sql`o.id in (
    select ${uuidOf(opaque)}::uuid
    union all
    select x.id from outbox x join contact_messages n
      on n.company_id = x.company_id and n.id = x.message_id
    where n.company_id = ${company_id} and n.via_id = ${id} and n.external_id = ${externalId})`;
}

interface Moved {
  receipt: ReceiptState;
  error?: string | null;
  code?: number | null;
}

/** Moves those of them on that the receipt may move, and what waits for them. */
export async function moveOwn(
  trx: Trx,
  { company_id: companyId, id: accountId, kind }: Account,
  messages: readonly OwnMessage[],
  { receipt, error = null, code = null }: Moved,
): Promise<void> {
  const movable = movedBy(receipt, kinds[kind]);
  const moved = messages.filter(({ state }) => movable.includes(state));
  if (moved.length === 0) return;
  const ids = moved.map(({ outboxId }) => outboxId);
  await trx.updateTable("outbox").set({
    state: receipt,
    state_at: sql<Date>`now()`,
    due_at: null,
    error,
    code,
    note_due_at: sql<Date>`now() + ${noteWithin}::interval`,
  }).where("company_id", "=", companyId).where("id", "in", ids).execute();
  trx.afterCommit({ kind: "messages_moved", companyId, ids });
  const lines = moved.map(({ person }) => ({ companyId, accountId, person }));
  for (const next of await findNext(trx, lines)) {
    trx.afterCommit({ kind: "message_due", ...next });
  }
}
