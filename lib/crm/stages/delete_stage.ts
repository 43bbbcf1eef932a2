import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { stride } from "@/lib/records/position.ts";
import type { Actor } from "@/lib/records/records.ts";
import { mergeStageLog } from "@/lib/crm/stages/stage_log.ts";
import type { StageDelete } from "@/lib/crm/stages/stage.ts";
import { lockStages } from "@/lib/crm/stages/stages.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

type Stage = Awaited<ReturnType<typeof lockStages>>[number];

/**
 * Moves its opportunities, closed ones too, to the bottom of `reassign_to`. Trashed ones alone need
 * no target: they go to the first stage.
 * @throws Problem not_found, in_use (the last stage), stage_in_use (`details.count`),
 * validation_failed (`reassign_to` is no other stage of the company), version_conflict
 */
export async function deleteStage(trx: Trx, actor: Actor, id: number, query: StageDelete = {}) {
  const { reassign_to: reassignTo, version, count: expectedCount } = query;
  const { companyId } = actor;
  const stages = await lockStages(trx, actor);
  const stage = stages.find((one) => one.id === id);
  if (!stage) throw problem("not_found");
  const others = stages.filter((one) => one.id !== id);
  if (others.length === 0) throw problem("in_use");
  const target = others.find((one) => one.id === reassignTo);
  if (reassignTo !== undefined && !target) {
    throw problem("validation_failed", { fields: { reassign_to: inputWords.sameStage } });
  }
  // FOR UPDATE waits for transactions that are linking an opportunity to this stage.
  await trx.selectFrom("pipeline_stages").select("id").where("company_id", "=", companyId)
    .where("id", "=", id).forUpdate().execute();
  const count = await countLive(trx, actor, id);
  if ((version ?? stage.version) !== stage.version || (expectedCount ?? count) !== count) {
    throw problem("version_conflict", { details: { current: stage.version, count } });
  }
  if (count > 0 && !target) throw problem("stage_in_use", { details: { count } });
  await reassign(trx, actor, stage, target ?? others[0]!);
  await trx.deleteFrom("pipeline_stages").where("company_id", "=", companyId).where("id", "=", id)
    .execute();
  return stage;
}

async function countLive(trx: Trx, { companyId }: Tenant, stageId: number): Promise<number> {
  const { count } = await trx.selectFrom("opportunities").select(sql<number>`count(*)`.as("count"))
    .where("company_id", "=", companyId).where("stage_id", "=", stageId)
    .where("deleted_at", "is", null).executeTakeFirstOrThrow();
  return count;
}

async function reassign(trx: Trx, actor: Actor, from: Stage, to: Stage) {
  const { companyId, userId } = actor;
  const { rows } = await sql<{ id: number; client_id: number }>`
    update opportunities o
    set stage_id = ${to.id}, position = n.bottom + n.at * ${stride}::int, stage_changed_at = now(),
      version = version + 1, updated_at = now(), updated_by = ${userId}
    from (select t.id, row_number() over (order by t.position, t.id) as at,
            (select coalesce(max(position), 0) from opportunities
             where company_id = ${companyId} and stage_id = ${to.id}) as bottom
          from opportunities t where t.company_id = ${companyId} and t.stage_id = ${from.id}) n
    where o.company_id = ${companyId} and o.id = n.id and o.stage_id = ${from.id}
    returning o.id, o.client_id`.execute(trx);
  await mergeStageLog(trx, actor, { from: from.id, to: to.id });
  const stage = [from, to].map(({ id, name }) => ({ id, name })) as [unknown, unknown];
  for (let at = 0; at < rows.length; at += 1000) {
    await recordActivities(
      trx,
      actor,
      rows.slice(at, at + 1000).map(({ id, client_id }) => ({
        verb: "moved",
        subject: { opportunity_id: id },
        clientId: client_id,
        changes: { stage },
      })),
    );
  }
}
