import { recordActivities } from "@/lib/records/activities.ts";
import { markWon } from "@/lib/crm/opportunities/close_opportunity.ts";
import { notifyDeliveries } from "@/lib/crm/notices/notices.ts";
import { findOpportunity, type OpportunityRow } from "@/lib/crm/opportunities/opportunities.ts";
import { liveAssignee } from "@/lib/records/links.ts";
import {
  changeRecord,
  checkVersion,
  insertRecord,
  type LocalActor,
  lockRecord,
} from "@/lib/records/records.ts";
import { dayIn } from "@/lib/values/dates.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { createDeliveries, listDeliveries } from "@/lib/sales/sales/delivery_tasks.ts";
import { nextNumber } from "@/lib/sales/quotes/numbers.ts";
import { allowedVerbs, checkCan, quoteBecomes } from "@/lib/sales/quotes/quote.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import { findSale } from "@/lib/sales/sales/sales.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Makes the sale and a delivery task for each line, and wins the opportunity. The lock on the
 * quotation makes repeats, however many at once, find it sold: they answer the same with `already`.
 * @throws Problem not_found, version_conflict, invalid_transition (`details.reason`: lost, trashed)
 */
export async function confirmSale(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { version, now = currentTime() }: Seen & { now?: Date } = {},
) {
  const { companyId } = actor;
  const quote = await lockRecord(trx, "quotes", actor, id);
  const existing = quote.status === "sold" ? await saleOf(trx, actor, id) : undefined;
  if (existing) return await confirmed(trx, actor, existing, true);
  checkVersion(quote, version);
  checkCan("confirm-sale", quote.status);
  const opportunity = await lockOpportunity(trx, actor, quote.opportunity_id);

  const day = dayIn(actor.timezone, now);
  const year = Number(day.slice(0, 4));
  const { currency, net_total, tax_total, gross_total, client_id, opportunity_id } = quote;
  const sale = await insertRecord(trx, "sales", actor, {
    number: await nextNumber(trx, { companyId, kind: "sale", year, prefix: "S" }),
    quote_id: id,
    opportunity_id,
    client_id,
    currency,
    net_total,
    tax_total,
    gross_total,
    sold_at: now,
  });
  const { changes } = await changeRecord(trx, "quotes", actor, quote, {
    status: quoteBecomes["confirm-sale"],
    sold_at: now,
  });
  await recordActivities(trx, actor, [
    { verb: "sold", subject: { quote_id: id }, clientId: client_id, changes },
    { verb: "created", subject: { sale_id: sale.id }, clientId: client_id },
  ]);
  if (opportunity.status === "open") await markWon(trx, actor, opportunity);
  const { language } = await companyTerms(trx, actor);
  const assigneeId = await liveAssignee(trx, actor, opportunity.assignee_id);
  const tasks = await createDeliveries(trx, actor, sale, { assigneeId, language });
  const leaverId = assigneeId === null ? opportunity.assignee_id : null;
  await notifyDeliveries(trx, actor, { sale, userId: assigneeId, leaverId, tasks });
  return await confirmed(trx, actor, sale, false);
}

/** @throws Problem invalid_transition where it is lost or in the trash */
async function lockOpportunity(
  trx: Trx,
  { companyId }: LocalActor,
  id: number,
): Promise<OpportunityRow> {
  const row = await trx.selectFrom("opportunities").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
  if (row.status !== "lost" && row.deleted_at === null) return row;
  const allowed = allowedVerbs("approved").filter((verb) => verb !== "confirm-sale");
  const reason = row.deleted_at === null ? "opportunity_lost" : "opportunity_trashed";
  throw problem("invalid_transition", { details: { allowed, reason, opportunity: row.status } });
}

function saleOf(trx: Trx, { companyId }: Tenant, quoteId: number) {
  return trx.selectFrom("sales").select(["id", "quote_id", "opportunity_id"])
    .where("company_id", "=", companyId).where("quote_id", "=", quoteId).executeTakeFirst();
}

async function confirmed(
  trx: Trx,
  actor: LocalActor,
  sale: { id: number; quote_id: number; opportunity_id: number },
  already: boolean,
) {
  const record = await findSale(trx, actor, sale.id);
  return {
    sale: record,
    quote: await findQuote(trx, actor, sale.quote_id),
    opportunity: await findOpportunity(trx, actor, sale.opportunity_id),
    tasks: await listDeliveries(trx, actor, sale.id),
    already,
    cancelled: record.status === "cancelled",
  };
}
