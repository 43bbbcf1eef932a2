import { type RawBuilder, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { findClient } from "@/lib/crm/clients/clients.ts";
import { clientGroups, clientLinks } from "@/lib/crm/clients/merge_clients.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { lockMerges, type Mergeable } from "@/lib/records/merging.ts";
import { nouns } from "@/lib/records/nouns.ts";
import type { Actor } from "@/lib/records/records.ts";
import {
  endMerge,
  lockMerged,
  moveBack,
  summaryOf,
  takeBack,
  type Undone,
} from "@/lib/records/unmerging.ts";

/**
 * Returns what the merge moved, unless moved again since. An opportunity quoted since stays with
 * all its records, because the quotation names the other client.
 * @throws Problem not_found, invalid_transition (not merged), duplicate (its tax id)
 */
export async function unmergeClient(trx: Trx, actor: Actor, id: number) {
  await lockMerges(trx, actor);
  const undone = await lockMerged(trx, "clients", actor, id);
  const staying = await lockOpportunities(trx, actor, undone);
  const { changes, keptFields } = await takeBack(trx, actor, undone, clientGroups, ["notes"]);
  const returned = await moveBack(trx, actor, undone, clientLinks, ([table]) => {
    if (table === nouns.opportunity.table) return sql`t.id <> all(${staying})`;
    return hanging.has(table) ? freeOf(staying) : sql`true`;
  });
  await endMerge(trx, actor, undone, returned);
  const into = undone.chain[0]!.row.id;
  await recordActivities(trx, actor, [
    {
      verb: "unmerged",
      subject: { client_id: undone.holder },
      changes: { ...changes, merged_client_id: [id, null] },
    },
    { verb: "unmerged", subject: { client_id: id }, changes: { merged_into_id: [into, null] } },
  ]);
  return {
    client: await findClient(trx, actor, id),
    merged_into_id: into,
    ...summaryOf(undone.moved, returned),
    kept_fields: keptFields,
  };
}

/** Tables whose rows may belong to an opportunity. */
const hanging = new Set<string>([
  nouns.event.table,
  nouns.sale.table,
  nouns.task.table,
  nouns.quote.table,
  "activities",
]);

function freeOf(opportunities: number[]): RawBuilder<boolean> {
  const opportunity = sql.ref(`t.${nouns.opportunity.key}`);
  return sql`(${opportunity} is null or ${opportunity} <> all(${opportunities}))`;
}

/**
 * Locks the quotations, then the opportunities, so that nobody adds a quotation meanwhile.
 * @returns the opportunities with quotations that the merge did not move
 */
async function lockOpportunities(
  trx: Trx,
  { companyId }: Actor,
  { holder, moved }: Undone<Mergeable>,
): Promise<number[]> {
  const opportunities = idsOf(moved, "opportunity");
  if (opportunities.length === 0) return [];
  const quotes = idsOf(moved, "quote");
  for (const [noun, ids] of [["quote", quotes], ["opportunity", opportunities]] as const) {
    await sql`
      select t.id from ${idRows(ids, "int")} k cross join ${
      lookUp(sql`select id from ${sql.table(nouns[noun].table)}
        where company_id = ${companyId} and id = k.id for no key update`)
    } t`.execute(trx);
  }
  const opportunity = sql.ref(nouns.opportunity.key);
  const { rows } = await sql<{ id: number }>`
    select distinct ${opportunity} as id from ${sql.table(nouns.quote.table)}
    where company_id = ${companyId} and ${opportunity} = any(${opportunities})
      and client_id = ${holder} and id <> all(${quotes})`.execute(trx);
  return rows.map(({ id }) => id);
}

function idsOf(moved: Undone<Mergeable>["moved"], noun: "opportunity" | "quote"): number[] {
  return moved[`${nouns[noun].table}.${nouns[noun].client}`] ?? [];
}
