import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { type Actor, lockRecord } from "@/lib/records/records.ts";
import type { DecideBody } from "@/lib/sales/approvals/approval_bodies.ts";
import {
  checkApproval,
  type Decision,
  keepDecision,
  readApproval,
} from "@/lib/sales/quotes/approval/approvals.ts";
import { checkCan } from "@/lib/sales/quotes/quote.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Decides on an approval. The quotation is sent after the commit, for the member who asked.
 * @throws Problem not_found, version_conflict, invalid_transition, asked_by_you
 */
export async function decideApproval(
  trx: Trx,
  actor: Actor,
  id: number,
  { approved, note = null, version }: DecideBody,
  { via, now = currentTime() }: Pick<Decision, "via"> & { now?: Date },
): Promise<void> {
  const quote = await lockRecord(trx, "quotes", actor, id, { version });
  checkCan("send", quote.status);
  const { row, state } = await readApproval(trx, quote);
  checkApproval("decide", state);
  if (row!.asked_by === actor.userId) throw problem("asked_by_you");
  await keepDecision(trx, actor, quote, row!, { approved, note, via, now });
}
