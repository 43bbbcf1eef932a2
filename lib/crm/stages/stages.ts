import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type Actor, translated } from "@/lib/records/records.ts";
import type { StageCreate, StagePatch } from "@/lib/crm/stages/stage.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

export async function listStages(db: Db, tenant: Tenant) {
  return await stageRows(db, tenant).orderBy("order").execute();
}

/** @throws Problem not_found */
export async function findStage(db: Db, tenant: Tenant, id: number) {
  const stage = await stageRows(db, tenant).where("id", "=", id).executeTakeFirst();
  if (!stage) throw problem("not_found");
  return stage;
}

/** The default stage of a new opportunity. */
export async function firstStage(db: Db, tenant: Tenant) {
  return await stageRows(db, tenant).orderBy("order").limit(1).executeTakeFirstOrThrow();
}

/** @throws Problem duplicate (names are compared without case) */
export async function createStage(trx: Trx, actor: Actor, body: StageCreate) {
  const { companyId } = actor;
  const stages = await lockStages(trx, actor);
  const order = Math.max(0, ...stages.map((stage) => stage.order)) + 1;
  const { id } = await translated(() =>
    trx.insertInto("pipeline_stages").values({ ...body, company_id: companyId, order })
      .returning("id").executeTakeFirstOrThrow()
  );
  return await findStage(trx, actor, id);
}

/** @throws Problem not_found, version_conflict, duplicate */
export async function changeStage(trx: Trx, actor: Actor, id: number, patch: StagePatch) {
  const { companyId } = actor;
  const { version, ...values } = patch;
  const before = await lockStage(trx, actor, id);
  if (!before) throw problem("not_found");
  if (version !== undefined && version !== before.version) {
    throw problem("version_conflict", { details: { current: before.version } });
  }
  const changed = Object.entries(values).filter(([name, value]) =>
    value !== undefined && value !== before[name as keyof typeof before]
  );
  if (changed.length === 0) return before;
  await translated(() =>
    trx.updateTable("pipeline_stages").set({ ...Object.fromEntries(changed), ...newVersion })
      .where("company_id", "=", companyId).where("id", "=", id).execute()
  );
  return await findStage(trx, actor, id);
}

/** @throws Problem validation_failed (`ids` is not each of the company's stages once) */
export async function orderStages(trx: Trx, actor: Actor, ids: number[]) {
  const { companyId } = actor;
  const stages = await lockStages(trx, actor);
  const stageIds = new Set(stages.map((stage) => stage.id));
  if (ids.length !== stageIds.size || !stageIds.isSubsetOf(new Set(ids))) {
    throw problem("validation_failed", { fields: { ids: inputWords.eachStageOnce } });
  }
  await sql`
    update pipeline_stages s
    set "order" = wanted.at, version = version + 1, updated_at = now()
    from unnest(${ids}::int[]) with ordinality wanted (id, at)
    where s.company_id = ${companyId} and s.id = wanted.id and s."order" <> wanted.at`
    .execute(trx);
  return await listStages(trx, actor);
}

/**
 * Locks a stage and its column's order. FOR NO KEY UPDATE lets others link to the stage, so that
 * two opposite moves cannot deadlock.
 */
export async function lockStage(trx: Trx, tenant: Tenant, id: number) {
  return await stageRows(trx, tenant).where("id", "=", id).forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks those of the stages that there still are, in id order. */
export async function lockStagesOf(trx: Trx, tenant: Tenant, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return await stageRows(trx, tenant).where("id", "in", ids).orderBy("id")
    .forNoKeyUpdate().execute();
}

/** Locks in id order, then reads again: the previous holder may have added a stage. */
export async function lockStages(trx: Trx, tenant: Tenant) {
  await stageRows(trx, tenant).orderBy("id").forNoKeyUpdate().execute();
  return await listStages(trx, tenant);
}

const newVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };

function stageRows(db: Db, { companyId }: Tenant) {
  return db.selectFrom("pipeline_stages")
    .select(["id", "created_at", "updated_at", "version", "name", "order"])
    .select(["default_probability", "color", "rot_days", "requirements"])
    .where("company_id", "=", companyId);
}
