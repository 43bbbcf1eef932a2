import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { noteWithin } from "@/lib/channels/out/note_moves.ts";
import { nextDelayMs } from "@/lib/channels/out/schedule.ts";
import type { OwnMessage } from "@/lib/crm/contacts/conversation/sending/settle.ts";
import type { Trx } from "@/lib/db/connection.ts";

interface Failed {
  outcome: string;
  error: string;
  code: number | null;
  at: Date;
}

/** Has what Meta took, and did not send, leave again. @returns false where the schedule is over */
export async function queueAgain(
  trx: Trx,
  { company_id: companyId, id: accountId, deleted_at }: Account,
  { outboxId: id, host, attempts, scheduleStart }: OwnMessage,
  { outcome, error, code, at }: Failed,
): Promise<boolean> {
  // An attempt of a process that has gone is not counted.
  const delayMs = nextDelayMs({ attempts: Math.max(attempts, 1), scheduleStart }, { outcome });
  if (delayMs === undefined || deleted_at !== null) return false;
  const { due_at } = await trx.updateTable("outbox").set({
    state: "queued",
    state_at: sql<Date>`least(${at}::timestamptz, now())`,
    attempts: sql<number>`greatest(attempts, 1)`,
    due_at: sql<Date>`case when (select state from channel_accounts
      where company_id = ${companyId} and id = ${accountId}) <> 'paused'
      then now() + ${delayMs} * interval '1 millisecond' end`,
    error,
    code,
    note_due_at: sql<Date>`now() + ${noteWithin}::interval`,
  }).where("company_id", "=", companyId).where("id", "=", id)
    .returning("due_at").executeTakeFirstOrThrow();
  trx.afterCommit({ kind: "messages_moved", companyId, ids: [id] });
  if (due_at) trx.afterCommit({ kind: "message_due", id, companyId, host, delayMs });
  return true;
}
