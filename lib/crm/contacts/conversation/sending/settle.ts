/** Moves messages of ours on by what Meta tells of them. */
import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import { kinds } from "@/lib/channels/kinds.ts";
import { type DeliveryState, movedBy, type ReceiptState } from "@/lib/channels/out/delivery.ts";
import { noteWithin } from "@/lib/channels/out/note_moves.ts";
import { findNext } from "@/lib/channels/out/leases.ts";
import { hasIdOf, idRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Charged } from "@/lib/db/tables/channels.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

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

/** Messages that went out, by their ids in the outbox; locked, the newest first. */
export async function lockOwn(
  trx: Trx,
  { companyId }: Tenant,
  ids: readonly string[],
): Promise<OwnMessage[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OwnMessage>`
    select ${columns}
    from ${idRows(ids)} k cross join ${
    lookUp(sql`select * from outbox where company_id = ${companyId} and id = k.id for update`)
  } o
    cross join ${
    lookUp(sql`select * from contact_messages
      where company_id = ${companyId} and id = o.message_id`)
  } m
    order by o.id desc`.execute(trx);
  return rows;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id of a row in the outbox, if it is one. */
export function uuidOf(opaque: string | null): string | null {
  return opaque !== null && uuid.test(opaque) ? opaque : null;
}

export interface Move {
  account: Account;
  message: OwnMessage;
  charged?: Charged | null;
}

interface Moved {
  receipt: ReceiptState;
  error?: string | null;
  code?: number | null;
}

/** Moves those of them on that the receipt may move, and what waits for them. */
export async function moveAll(
  trx: Trx,
  { companyId }: Tenant,
  moves: readonly Move[],
  { receipt, error = null, code = null }: Moved,
): Promise<void> {
  const moved = moves.filter(({ account, message: { state } }) =>
    movedBy(receipt, kinds[account.kind]).includes(state)
  );
  const isMoved = new Set(moved.map(({ message }) => message.outboxId));
  await charge(trx, { companyId }, moves.filter(({ message }) => !isMoved.has(message.outboxId)));
  if (moved.length === 0) return;
  const ids = [...isMoved];
  await sql`
      update outbox o set state = ${receipt}, state_at = now(), due_at = null, error = ${error},
        code = ${code}, note_due_at = now() + ${noteWithin}::interval,
        charged = coalesce((${chargesOf(moved)}::jsonb) -> o.id::text, o.charged)
      from ${idRows(ids)} k where ${hasIdOf(companyId, "o", "k.id")}`.execute(trx);
  trx.afterCommit({ kind: "messages_moved", companyId, ids });
  const lines = moved.map(({ account: { id: accountId }, message: { person } }) => {
    return { companyId, accountId, person };
  });
  for (const next of await findNext(trx, lines)) {
    trx.afterCommit({ kind: "message_due", ...next });
  }
}

function chargesOf(moves: readonly Move[]): string {
  const charges = moves.flatMap(({ message, charged }) =>
    charged ? [[message.outboxId, charged]] : []
  );
  return JSON.stringify(Object.fromEntries(charges));
}

/** Notes what Meta charges, whatever it tells of their state. */
export async function charge(
  trx: Trx,
  { companyId }: Tenant,
  moves: readonly Move[],
): Promise<void> {
  const charged = moves.filter((one) => one.charged);
  if (charged.length === 0) return;
  const charges = sql`${chargesOf(charged)}::jsonb -> o.id::text`;
  const ids = charged.map(({ message }) => message.outboxId);
  await sql`
      update outbox o set charged = ${charges}
      from ${idRows(ids)} k
      where ${hasIdOf(companyId, "o", "k.id")} and o.charged is distinct from ${charges}`.execute(
    trx,
  );
}
