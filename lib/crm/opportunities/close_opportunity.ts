import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import {
  about,
  assertCan,
  findOpportunity,
  lockClientOf,
  type OpportunityRow,
  touchOpportunity,
} from "@/lib/crm/opportunities/opportunities.ts";
import type { OpportunityLoss } from "@/lib/crm/opportunities/opportunity.ts";
import { choosePosition } from "@/lib/records/position.ts";
import { refuseIfSold } from "@/lib/crm/opportunities/quoted.ts";
import { type Actor, changeRecord, type Changes, lockRecord } from "@/lib/records/records.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { enterStage, leaveStage } from "@/lib/crm/stages/stage_log.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** @throws Problem not_found, version_conflict, invalid_transition */
export async function winOpportunity(trx: Trx, actor: Actor, id: number, versions: Seen = {}) {
  const before = await lockRecord(trx, "opportunities", actor, id, versions);
  assertCan("win", before.status);
  await markWon(trx, actor, before);
  return await findOpportunity(trx, actor, id);
}

/** Marks it won, for callers that hold its lock, such as a sale's confirmation. */
export async function markWon(trx: Trx, actor: Actor, before: OpportunityRow): Promise<void> {
  await close(trx, actor, before, "won", { won_at: currentTime() });
}

/** @throws Problem not_found, version_conflict, invalid_transition */
export async function loseOpportunity(trx: Trx, actor: Actor, id: number, loss: OpportunityLoss) {
  const { version } = loss;
  const before = await lockRecord(trx, "opportunities", actor, id, { version });
  assertCan("lose", before.status);
  await close(trx, actor, before, "lost", {
    lost_at: currentTime(),
    lost_reason: loss.lost_reason,
    lost_note: loss.lost_note ?? null,
  });
  return await findOpportunity(trx, actor, id);
}

/**
 * Puts it on top of the stage in which it was closed.
 * @throws Problem not_found, version_conflict, invalid_transition, has_sale (won, with an active
 * sale), validation_failed (its client is in the trash)
 */
export async function reopenOpportunity(trx: Trx, actor: Actor, id: number, versions: Seen = {}) {
  const { companyId } = actor;
  await lockClientOf(trx, actor, id);
  const before = await lockRecord(trx, "opportunities", actor, id, versions);
  assertCan("reopen", before.status);
  if (before.status === "won") await refuseIfSold(trx, actor, id);
  const { stage_id } = before;
  const column = { table: "opportunities", companyId, status: "open", stage_id } as const;
  await changeRecord(trx, "opportunities", actor, before, {
    status: "open",
    position: await choosePosition(trx, column, id),
    won_at: null,
    lost_at: null,
    lost_reason: null,
    lost_note: null,
    closed_by: null,
    reopened_at: currentTime(),
  });
  await touchOpportunity(trx, actor, id);
  await enterStage(trx, actor, id, { from: null, to: stage_id });
  await recordActivities(trx, actor, [{
    verb: "reopened",
    ...about(before),
    changes: { status: [before.status, "open"] },
  }]);
  return await findOpportunity(trx, actor, id);
}

async function close(
  trx: Trx,
  actor: Actor,
  before: OpportunityRow,
  status: "won" | "lost",
  values: Partial<Pick<OpportunityRow, "won_at" | "lost_at" | "lost_reason" | "lost_note">>,
) {
  const { userId } = actor;
  await changeRecord(trx, "opportunities", actor, before, {
    status,
    ...values,
    closed_by: userId,
  });
  await touchOpportunity(trx, actor, before.id);
  await leaveStage(trx, actor, before.id);
  const changes: Changes = { status: ["open", status] };
  if (values.lost_reason) changes.lost_reason = [null, values.lost_reason];
  await recordActivities(trx, actor, [{ verb: status, ...about(before), changes }]);
}
