import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { hasKey, keyRows } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Actor } from "@/lib/records/records.ts";

/** `from` is null if it comes from outside the board. */
export async function enterStage(
  trx: Trx,
  { companyId, userId }: Actor,
  opportunityId: number,
  { from, to }: { from: number | null; to: number },
): Promise<void> {
  await leaveStage(trx, { companyId }, opportunityId);
  await trx.insertInto("opportunity_stage_log").values({
    company_id: companyId,
    created_by: userId,
    user_id: userId,
    opportunity_id: opportunityId,
    from_stage_id: from,
    to_stage_id: to,
  }).execute();
}

export async function leaveStage(trx: Trx, { companyId }: Tenant, opportunityId: number) {
  await trx.updateTable("opportunity_stage_log").set({ left_at: sql`now()` })
    .where("company_id", "=", companyId).where("opportunity_id", "=", opportunityId)
    .where("left_at", "is", null).execute();
}

/** Like `enterStage`, for opportunities that change from one stage to another. */
export async function enterStages(
  trx: Trx,
  { companyId, userId }: Actor,
  moves: readonly { id: number; from: number; to: number }[],
): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    with moved as (
      select * from ${keyRows(moves, { id: "int", from: "int", to: "int" })} m
    ), gone as (
      update opportunity_stage_log l set left_at = now() from moved m
      where l.company_id = ${companyId} and ${
    hasKey(["l.opportunity_id"], ["m.id"])
  } and l.left_at is null
    )
    insert into opportunity_stage_log
      (company_id, created_by, user_id, opportunity_id, from_stage_id, to_stage_id)
    select ${companyId}::int, ${userId}::int, ${userId}::int, m.id, m."from", m."to"
    from moved m order by m.id`.execute(trx);
}

/** Logs the move of a stage's opportunities; old rows outlive a deleted stage without its id. */
export async function mergeStageLog(
  trx: Trx,
  { companyId, userId }: Actor,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    with gone as (
      update opportunity_stage_log set left_at = now()
      where company_id = ${companyId} and to_stage_id = ${from} and left_at is null
      returning opportunity_id
    )
    insert into opportunity_stage_log
      (company_id, created_by, user_id, opportunity_id, from_stage_id, to_stage_id)
    select ${companyId}::int, ${userId}::int, ${userId}::int, opportunity_id, ${from}::int, ${to}::int
    from gone`.execute(trx);
}
