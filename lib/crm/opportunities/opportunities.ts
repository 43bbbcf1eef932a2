import { type Selectable, sql } from "kysely";
import * as z from "zod";
import { companyDecimals } from "@/lib/db/expressions.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { looseAmount, wrongDecimals } from "@/lib/crm/companies/amount_decimals.ts";
import { withMember, withRecord, withRequired } from "@/lib/records/joins.ts";
import { type Happening, recordActivities, recordChange } from "@/lib/records/activities.ts";
import { type Noun, restoreRecord, trashRecord } from "@/lib/records/trash.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import { checkLinks, lockParties, ownerOf } from "@/lib/records/links.ts";
import {
  fileColumns,
  opportunityCan,
  type OpportunityCreate,
  opportunityList,
  type OpportunityPatch,
  type OpportunityStatus,
  type OpportunityVerb,
  opportunityVerbs,
  rottingDays,
} from "@/lib/crm/opportunities/opportunity.ts";
import { choosePosition } from "@/lib/records/position.ts";
import { quotedAmount, refuseIfQuoted, refuseIfSold } from "@/lib/crm/opportunities/quoted.ts";
import { type Actor, changeRecord, insertRecord, lockRecord } from "@/lib/records/records.ts";
import { enterStage } from "@/lib/crm/stages/stage_log.ts";
import { firstStage } from "@/lib/crm/stages/stages.ts";
import { problem } from "@/lib/input/errors.ts";
import { alongside } from "@/lib/input/within.ts";
import type { Seen } from "@/lib/input/fields.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { holds } from "@/lib/records/listing/conditions.ts";
import { FirstPages } from "@/lib/records/listing/first_pages.ts";
import { listRecords, sumRecords } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export type OpportunityRow = Selectable<Schema["opportunities"]>;

export async function listOpportunities(db: Db, reader: Reader, query: ListQuery) {
  return await listRecords(db, reader, query, opportunityListing(db, query));
}

const firstPages = new FirstPages();

export function opportunityListing(db: Db, query: ListQuery, now = currentTime()) {
  const show = (row: Row) => toOpportunity(row, now);
  return {
    spec: opportunityList,
    table: opportunityTable(db, query, now),
    get rows() {
      return opportunityRows(db);
    },
    show,
    firstPages,
    file: { columns: fileColumns },
  };
}

/** Sums of the whole list as it is filtered; what is lost weighs nothing, what is won all of it. */
export async function sumOpportunities(
  db: Db,
  reader: Reader,
  query: ListQuery,
  now = currentTime(),
): Promise<{ amount: number; weighted: number }> {
  const table = opportunityTable(db, query, now, { hasStage: true });
  return await sumRecords(reader, query, { spec: opportunityList, table }, {
    amount: sql`sum(t.amount)`,
    weighted: sql`round(sum(t.amount * case t.status
      when 'open' then coalesce(t.probability, stage.default_probability)
      when 'won' then ${sql.lit(probabilityWhen.won)}
      else ${sql.lit(probabilityWhen.lost)} end) / 100, ${companyDecimals(reader.companyId)})`,
  });
}

/** Opportunities `t`, with their `stage` only where something is asked of it. */
function opportunityTable(
  db: Db,
  { rotting, reached_stage_id: reached }: ListQuery,
  now: Date,
  { hasStage = rotting !== undefined } = {},
) {
  return db.selectFrom("opportunities as t")
    .$if(hasStage, (query) =>
      query.innerJoin(
        "pipeline_stages as stage",
        (join) =>
          join.onRef("stage.company_id", "=", "t.company_id").onRef("stage.id", "=", "t.stage_id"),
      ))
    .$if(
      rotting !== undefined,
      (query) => query.where(holds(isRotting(now), rotting as boolean)),
    )
    .$if(reached !== undefined, (query) => query.where(hasReached(reached as number)));
}

/** `rottingDays` as SQL, for opportunity `t` in stage `stage`. */
export function isRotting(now: Date) {
  return sql<boolean>`(t.status = 'open' and ${isIdle(now)})`;
}

/** The same for an open one; an index finds them by their stage. */
export function isIdle(now: Date) {
  return sql<boolean>`(stage.rot_days > 0
    and t.last_activity_at < ${now}::timestamptz - make_interval(hours => 24 * stage.rot_days)
    and (t.next_action_at is null or t.next_action_at <= ${now}::timestamptz))`;
}

/** Opportunity `t` is or was in the stage or a later one, or was won. */
function hasReached(stageId: number) {
  return sql<boolean>`exists (
    select 1 from pipeline_stages wanted
    where wanted.company_id = t.company_id and wanted.id = ${stageId} and (t.status = 'won' or exists (
      select 1 from pipeline_stages been
      where been.company_id = t.company_id and been."order" >= wanted."order"
        and (been.id = t.stage_id or exists (
          select 1 from opportunity_stage_log l
          where l.company_id = t.company_id and l.opportunity_id = t.id
            and l.to_stage_id = been.id)))))`;
}

/** @throws Problem not_found */
export async function findOpportunity(db: Db, { companyId }: Tenant, id: number) {
  const row = await opportunityRows(db).where("t.company_id", "=", companyId)
    .where("t.id", "=", id).where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toOpportunity(row, currentTime());
}

const looseBody = z.object({ amount: looseAmount }).catch({});

/** Wrong amounts of a body that is wrong elsewhere. */
export function wrongOpportunity(db: Db, tenant: Tenant, body: unknown) {
  return wrongDecimals(db, tenant, looseBody.parse(body));
}

/**
 * Creates it on top of its column. @throws Problem validation_failed (a link to no record of the
 * company)
 */
export async function createOpportunity(trx: Trx, actor: Actor, body: OpportunityCreate) {
  const { companyId } = actor;
  const wrong = await wrongDecimals(trx, actor, { amount: body.amount });
  const links = await alongside(wrong, () => checkLinks(trx, actor, body));
  const { amount, stage_id = (await firstStage(trx, actor)).id, ...rest } = body;
  const linked = { ...rest, ...links };
  const values = { ...linked, assignee_id: await ownerOf(trx, actor, linked) };
  const column = { table: "opportunities", companyId, status: "open", stage_id } as const;
  const { id, client_id } = await insertRecord(trx, "opportunities", actor, {
    ...values,
    stage_id,
    source_channel: values.source_channel ?? await channelOf(trx, actor, values.contact_id),
    position: await choosePosition(trx, column, 0),
    ...(amount == null ? {} : { amount, amount_source: "manual" as const }),
  });
  await enterStage(trx, actor, id, { from: null, to: stage_id });
  await recordActivities(trx, actor, [{
    verb: "created",
    subject: { opportunity_id: id },
    clientId: client_id,
  }]);
  return await findOpportunity(trx, actor, id);
}

/** @throws Problem not_found, version_conflict, in_use (client is quoted), validation_failed */
export async function changeOpportunity(
  trx: Trx,
  actor: Actor,
  id: number,
  patch: OpportunityPatch,
) {
  const { version, amount, ...values } = patch;
  await lockParties(trx, actor, values);
  const find = () => findOpportunity(trx, actor, id);
  const before = await lockRecord(trx, "opportunities", actor, id, { version, find });
  const wrong = await wrongDecimals(trx, actor, { amount });
  const links = await alongside(wrong, () => checkLinks(trx, actor, values, before));
  if (links.client_id !== undefined && links.client_id !== before.client_id) {
    await refuseIfQuoted(trx, actor, id);
  }
  const { row, changes } = await changeRecord(trx, "opportunities", actor, before, {
    ...values,
    ...links,
    ...await amountOf(trx, actor, before, amount),
  });
  await recordChange(trx, actor, { ...about(row), changes });
  if (Object.keys(changes).length > 0) await touchOpportunity(trx, actor, id);
  return await findOpportunity(trx, actor, id);
}

/** @throws Problem not_found, has_sale */
export async function trashOpportunity(trx: Trx, actor: Actor, id: number) {
  await lockRecord(trx, "opportunities", actor, id);
  await refuseIfSold(trx, actor, id);
  return await trashRecord(trx, trashed, actor, id);
}

/** @throws Problem not_found, version_conflict, validation_failed (its client is in the trash) */
export async function restoreOpportunity(trx: Trx, actor: Actor, id: number, versions: Seen = {}) {
  await lockClientOf(trx, actor, id);
  return await restoreRecord(trx, trashed, actor, id, versions);
}

const trashed: Noun<"opportunities", Awaited<ReturnType<typeof findOpportunity>>> = {
  table: "opportunities",
  find: findOpportunity,
  about,
};

/**
 * Locks client before opportunity, as merges do.
 * @throws Problem validation_failed (`client_id`)
 */
export async function lockClientOf(trx: Trx, tenant: Tenant, id: number): Promise<void> {
  const { companyId } = tenant;
  const row = await trx.selectFrom("opportunities").select("client_id")
    .where("company_id", "=", companyId).where("id", "=", id).executeTakeFirst();
  await checkLinks(trx, tenant, { client_id: row?.client_id });
}

/** Restarts its rotting time; keeps the version. */
export async function touchOpportunity(trx: Trx, { companyId }: Tenant, id: number | null) {
  if (id === null) return;
  await trx.updateTable("opportunities").set({ last_activity_at: sql`now()` })
    .where("company_id", "=", companyId).where("id", "=", id).execute();
}

/** @throws Problem invalid_transition, with the verbs that its state allows */
export function assertCan(verb: OpportunityVerb, status: OpportunityStatus): void {
  if ((opportunityCan[verb] as readonly OpportunityStatus[]).includes(status)) return;
  throw problem("invalid_transition", { details: { allowed: opportunityVerbs(status) } });
}

export function about(row: OpportunityRow): Pick<Happening, "subject" | "clientId"> {
  return { subject: { opportunity_id: row.id }, clientId: row.client_id };
}

/** The amount to store: null follows the quotations again. */
async function amountOf(
  trx: Trx,
  actor: Actor,
  before: OpportunityRow,
  amount: number | null | undefined,
) {
  if (amount === undefined || amount === before.amount) return {};
  if (amount !== null) return { amount, amount_source: "manual" as const };
  return {
    amount: await quotedAmount(trx, actor, before.id),
    amount_source: "quote" as const,
  };
}

async function channelOf(trx: Trx, { companyId }: Tenant, contactId: number | null | undefined) {
  if (contactId == null) return null;
  const contact = await trx.selectFrom("contacts").select("channel")
    .where("company_id", "=", companyId).where("id", "=", contactId).executeTakeFirst();
  return contact?.channel ?? null;
}

function opportunityRows(db: Db) {
  return db.selectFrom("opportunities as t")
    .innerJoin(
      "pipeline_stages as stage",
      (join) =>
        join.onRef("stage.company_id", "=", "t.company_id").onRef("stage.id", "=", "t.stage_id"),
    )
    .selectAll("t").select(["stage.name as stage_name", "stage.rot_days"])
    .select("stage.default_probability")
    .$call(withRequired("client")).$call(withRecord("contact")).$call(withMember("assignee"));
}

type Row = Awaited<ReturnType<ReturnType<typeof opportunityRows>["execute"]>>[number];

const probabilityWhen = { won: 100, lost: 0 };

const ofRow = recordMapper(opportunityFields);

function toOpportunity(row: Row, now: Date) {
  return ofRow({
    ...row,
    stage: { id: row.stage_id, name: row.stage_name },
    effective_probability: row.status === "open"
      ? row.probability ?? row.default_probability
      : probabilityWhen[row.status],
    rotting_days: rottingDays(row, now),
  });
}
