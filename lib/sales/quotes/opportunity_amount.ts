import { recordChange } from "@/lib/records/activities.ts";
import { about, touchOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { quotedAmount } from "@/lib/crm/opportunities/quoted.ts";
import { type Actor, changeRecord } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** Until someone types an amount, the opportunity's is the net of its newest quotation. */
export async function followQuotes(trx: Trx, actor: Actor, opportunityId: number): Promise<void> {
  const { companyId } = actor;
  const before = await trx.selectFrom("opportunities").selectAll()
    .where("company_id", "=", companyId).where("id", "=", opportunityId)
    .forUpdate().executeTakeFirstOrThrow();
  if (before.amount_source === "quote") {
    const amount = await quotedAmount(trx, { companyId }, opportunityId);
    const { changes } = await changeRecord(trx, "opportunities", actor, before, { amount });
    await recordChange(trx, actor, { ...about(before), changes });
  }
  await touchOpportunity(trx, { companyId }, opportunityId);
}
