import { recordActivities } from "@/lib/records/activities.ts";
import { touchOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { changeRecord, type LocalActor, lockRecord } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { trashDeliveries } from "@/lib/sales/sales/delivery_tasks.ts";
import { saleVerbs } from "@/lib/sales/sales/sale.ts";
import { findSale } from "@/lib/sales/sales/sales.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Trashes open deliveries; the quotation stays sold. @throws not_found, version_conflict, invalid_transition */
export async function cancelSale(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { reason, version }: Seen & { reason?: string | null },
  now = currentTime(),
) {
  const sale = await lockRecord(trx, "sales", actor, id, { version });
  const allowed = saleVerbs(sale.status);
  if (!allowed.includes("cancel")) throw problem("invalid_transition", { details: { allowed } });
  const { changes } = await changeRecord(trx, "sales", actor, sale, {
    status: "cancelled",
    cancelled_at: now,
    cancel_reason: reason ?? null,
  });
  await trashDeliveries(trx, actor, sale);
  await recordActivities(trx, actor, [
    { verb: "cancelled", subject: { sale_id: id }, clientId: sale.client_id, changes },
  ]);
  await touchOpportunity(trx, actor, sale.opportunity_id);
  return await findSale(trx, actor, id);
}
