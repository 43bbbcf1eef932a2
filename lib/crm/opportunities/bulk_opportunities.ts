import { sql } from "kysely";
import { opportunityList } from "@/lib/crm/opportunities/opportunity.ts";
import { assertCan, opportunityListing } from "@/lib/crm/opportunities/opportunities.ts";
import { touchOpportunities } from "@/lib/crm/opportunities/touch_opportunities.ts";
import { activeSales } from "@/lib/crm/opportunities/quoted.ts";
import { enterStages } from "@/lib/crm/stages/stage_log.ts";
import { listStages, lockStage, lockStagesOf } from "@/lib/crm/stages/stages.ts";
import { problem } from "@/lib/input/errors.ts";
import { type ListQuery, listSchema } from "@/lib/input/list.ts";
import { type BulkBody, bulkSchema, bulkVerbs } from "@/lib/records/bulk/bulk.ts";
import type {
  BulkCall,
  BulkEntry,
  BulkNoun,
  BulkUndo,
  BulkVerb,
  ChangedRow,
  Telling,
} from "@/lib/records/bulk/bulk_noun.ts";
import { tellOf } from "@/lib/records/bulk/change_many.ts";
import { assign, changeTags, runBulk, trash } from "@/lib/records/bulk/run_bulk.ts";
import { placesOnTop } from "@/lib/records/position.ts";
import { inputWords } from "@/lib/words/input.ts";

export const opportunityBulk = bulkSchema(
  listSchema(opportunityList),
  { ...bulkVerbs.assign, ...bulkVerbs.stage, ...bulkVerbs.tag, ...bulkVerbs.trash },
  "OpportunityBulk",
);

export async function changeOpportunities(call: BulkCall, body: BulkBody) {
  return await runBulk(call, opportunities, body);
}

const opportunities: BulkNoun = {
  noun: "opportunity",
  columns: [
    ...["status", "assignee_id", "tags", "client_id"],
    ...["stage_id", "position", "stage_changed_at"],
  ],
  about: ({ id, was }) => ({ subject: { opportunity_id: id }, clientId: was.client_id }),
  listing: ({ trx, now }, filter: ListQuery) => opportunityListing(trx, filter, now),
  verbs: {
    assignee_id: async (call, id) => ({ ...await assign(call, id), after: touching(call) }),
    stage_id: moveTo,
    tags: (call, tags) => ({ ...changeTags(call, tags), after: touching(call) }),
    trash: trashUnsold,
  },
  undo,
};

/** Moves them to the top of the stage, in their order, under the stage's lock. */
async function moveTo(call: BulkCall, stageId: number): Promise<BulkVerb> {
  const { trx, member, now } = call;
  if (!await lockStage(trx, member, stageId)) {
    throw problem("validation_failed", { fields: { stage_id: inputWords.notOurs } });
  }
  const { tell, after } = await moving(call);
  const positions = new Map<number, number>();
  return {
    tell,
    after,
    async gather(rows) {
      const moved = rows.filter(({ was }) => was.status === "open" && was.stage_id !== stageId)
        .sort((a, b) => a.was.position - b.was.position || a.id - b.id);
      const { companyId } = member;
      const column = {
        table: "opportunities" as const,
        status: "open" as const,
        companyId,
        stage_id: stageId,
      };
      const free = await placesOnTop(trx, column, moved.length);
      moved.forEach(({ id }, at) => positions.set(id, free[at]!));
    },
    values({ id, was }) {
      assertCan("move", was.status);
      if (was.stage_id === stageId) return {};
      return {
        stage_id: stageId,
        position: positions.get(id)!,
        stage_changed_at: now.toISOString(),
      };
    },
  };
}

/** Activities and further changes of a move between stages. */
async function moving(call: BulkCall): Promise<Required<Pick<BulkVerb, "tell" | "after">>> {
  const { trx, member } = call;
  const names = new Map((await listStages(trx, member)).map(({ id, name }) => [id, name]));
  const stage = (id: unknown) => ({ id, name: names.get(id as number) ?? null });
  const tell: Telling = (row, changes) => {
    const { stage_id: stages } = changes;
    if (!stages) return tellOf(row, changes);
    return { verb: "moved", changes: { stage: [stage(stages[0]), stage(stages[1])] } };
  };
  const after = async (changed: ChangedRow[]) => {
    const moves = changed.flatMap(({ id, changes: { stage_id } }) =>
      stage_id ? [{ id, from: stage_id[0] as number, to: stage_id[1] as number }] : []
    );
    await enterStages(trx, member, moves);
    await touching(call)(changed);
  };
  return { tell, after };
}

/** Restarts the rotting time of what is not in the trash. */
function touching({ trx, member }: BulkCall) {
  return async (changed: ChangedRow[]) => {
    const ids = changed.filter(({ changes }) => !changes.deleted_at).map(({ id }) => id);
    await touchOpportunities(trx, member, ids);
  };
}

function trashUnsold(call: BulkCall): BulkVerb {
  const { trx, member } = call;
  let sales: Awaited<ReturnType<typeof activeSales>>;
  return {
    async gather(rows) {
      sales = await activeSales(trx, member, rows.map(({ id }) => id));
    },
    values(row) {
      const sale = sales.get(row.id);
      if (sale) throw problem("has_sale", { details: { sale } });
      return trash(call).values(row);
    },
  };
}

/** Locks clients and stages first, which must still be there. */
async function undo(call: BulkCall, entries: readonly BulkEntry[]): Promise<BulkUndo> {
  const { trx, member } = call;
  const trashed = entries.filter(({ was }) => "deleted_at" in was).map(({ id }) => id);
  const clients = await lockClients(call, trashed);
  const ids = [...new Set(entries.flatMap(({ was }) => was.stage_id ?? []))] as number[];
  const stages = new Set((await lockStagesOf(trx, member, ids)).map(({ id }) => id));
  return {
    ...await moving(call),
    check(row, was) {
      const refuse = (field: string) => {
        throw problem("validation_failed", { fields: { [field]: inputWords.notOurs } });
      };
      // One that was won or lost since stays where it is.
      if (was.stage_id !== undefined) assertCan("move", row.was.status);
      if (was.stage_id !== undefined && !stages.has(was.stage_id as number)) refuse("stage_id");
      if ("deleted_at" in was && !clients.has(row.was.client_id)) refuse("client_id");
    },
  };
}

/** @returns the live clients of the opportunities */
async function lockClients({ trx, member: { companyId } }: BulkCall, ids: number[]) {
  if (ids.length === 0) return new Set<number>();
  const { rows } = await sql<{ id: number }>`
    select c.id from clients c
    where c.company_id = ${companyId} and c.deleted_at is null and c.id = any (array(
      select client_id from opportunities
      where company_id = ${companyId} and id = any (${ids}::integer[])))
    order by c.id for share`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
