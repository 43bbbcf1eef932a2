import { touchOpportunities } from "@/lib/crm/opportunities/touch_opportunities.ts";
import { newestQuotes } from "@/lib/crm/opportunities/quoted.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { lockMany, recordMany, updateMany } from "@/lib/records/bulk/many.ts";
import { type Actor, differences } from "@/lib/records/records.ts";

/** Sets the opportunity's amount to its newest quotation's net, until someone types one. */
export async function followQuotes(trx: Trx, actor: Actor, opportunityId: number): Promise<void> {
  await followQuotesOf(trx, actor, [opportunityId]);
}

/** The same for several opportunities. */
export async function followQuotesOf(
  trx: Trx,
  actor: Actor,
  opportunityIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(opportunityIds)];
  const columns = ["amount", "amount_source", "client_id"];
  const rows = await lockMany(trx, "opportunity", actor, { ids, columns, trashed: true });
  const following = rows.filter(({ was }) => was.amount_source === "quote");
  if (following.length > 0) {
    const newest = await newestQuotes(trx, actor, following.map(({ id }) => id));
    const changed = following.flatMap(({ id, was }) => {
      const amount = newest.get(id)?.net_total ?? 0;
      const changes = differences(was, { amount });
      return changes.amount ? [{ id, clientId: was.client_id, values: { amount }, changes }] : [];
    });
    await updateMany(trx, "opportunity", actor, changed);
    await recordMany(
      trx,
      "opportunity",
      actor,
      changed.map(({ id, clientId, changes }) => ({
        verb: "changed",
        subject: { opportunity_id: id },
        clientId,
        changes,
      })),
    );
  }
  await touchOpportunities(trx, actor, ids);
}
