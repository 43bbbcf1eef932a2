import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import {
  about,
  assertCan,
  findOpportunity,
  touchOpportunity,
} from "@/lib/crm/opportunities/opportunities.ts";
import type { OpportunityMove } from "@/lib/crm/opportunities/opportunity.ts";
import { choosePosition, setPosition } from "@/lib/records/position.ts";
import { type Actor, changeRecord, lockRecord } from "@/lib/records/records.ts";
import { enterStage } from "@/lib/crm/stages/stage_log.ts";
import { findStage, lockStage } from "@/lib/crm/stages/stages.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Locks the stage first, so that moves into one column are serialised.
 * @throws Problem not_found, version_conflict, invalid_transition, validation_failed
 */
export async function moveOpportunity(trx: Trx, actor: Actor, id: number, body: OpportunityMove) {
  const { companyId } = actor;
  const { stage_id, before_id, after_id, version } = body;
  const to = await lockStage(trx, actor, stage_id);
  const find = () => findOpportunity(trx, actor, id);
  const before = await lockRecord(trx, "opportunities", actor, id, { version, find });
  if (!to) {
    throw problem("validation_failed", { fields: { stage_id: inputWords.notOurs } });
  }
  assertCan("move", before.status);
  const column = { table: "opportunities", companyId, status: "open", stage_id } as const;
  const position = await choosePosition(trx, column, id, { before_id, after_id });
  if (before.stage_id === stage_id) {
    await setPosition(trx, column, id, position);
    return await findOpportunity(trx, actor, id);
  }
  const from = await findStage(trx, actor, before.stage_id);
  await changeRecord(trx, "opportunities", actor, before, {
    stage_id,
    position,
    stage_changed_at: currentTime(),
  });
  await touchOpportunity(trx, actor, id);
  await enterStage(trx, actor, id, { from: from.id, to: to.id });
  await recordActivities(trx, actor, [{
    verb: "moved",
    ...about(before),
    changes: { stage: [{ id: from.id, name: from.name }, { id: to.id, name: to.name }] },
  }]);
  return await findOpportunity(trx, actor, id);
}
