import { recordActivities } from "@/lib/records/activities.ts";
import { markWon } from "@/lib/crm/opportunities/close_opportunity.ts";
import { tellDeliveries } from "@/lib/crm/notices/notices.ts";
import { findOpportunity, type OpportunityRow } from "@/lib/crm/opportunities/opportunities.ts";
import { changeRecord, insertRecord, lockRecord } from "@/lib/records/records.ts";
import { dayIn } from "@/lib/dates.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { createDeliveries, listDeliveries } from "@/lib/sales/sales/deliveries.ts";
import { nextNumber } from "@/lib/sales/quotes/numbers.ts";
import { allowedVerbs, checkCan, quoteBecomes } from "@/lib/sales/quotes/quote.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import { findSale } from "@/lib/sales/sales/sales.ts";
import { type Seller, sellerTerms } from "@/lib/sales/seller.ts";
import { problem } from "@/lib/input/errors.ts";

/**
 * Turns an approved quotation into a sale: the opportunity is won, and each line gets a delivery
 * task. The lock on the quotation makes of any number of confirmations at once one sale; all but
 * the first find it sold and give the same answer, with `already`.
 * @throws Problem not_found, invalid_transition (also where the opportunity is lost)
 */
export async function confirmSale(trx: Trx, seller: Seller, id: number, now = new Date()) {
  const { companyId } = seller;
  const quote = await lockRecord(trx, "quotes", seller, id);
  const known = quote.status === "sold" ? await saleOf(trx, companyId, id) : undefined;
  if (known) return await confirmed(trx, seller, known, true);
  checkCan("confirm-sale", quote.status);
  const opportunity = await lockOpportunity(trx, seller, quote.opportunity_id);

  const day = dayIn(seller.timezone, now);
  const year = Number(day.slice(0, 4));
  const { currency, net_total, tax_total, gross_total, client_id, opportunity_id } = quote;
  const sale = await insertRecord(trx, "sales", seller, {
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
  const { changes } = await changeRecord(trx, "quotes", seller, quote, {
    status: quoteBecomes["confirm-sale"],
    sold_at: now,
  });
  await recordActivities(trx, seller, [
    { verb: "sold", subject: { quote_id: id }, clientId: client_id, changes },
    { verb: "created", subject: { sale_id: sale.id }, clientId: client_id },
  ]);
  if (opportunity.status === "open") await markWon(trx, seller, opportunity);
  const { language } = await sellerTerms(trx, companyId);
  const { assignee_id: assigneeId } = opportunity;
  const tasks = await createDeliveries(trx, seller, sale, { assigneeId, language });
  await tellDeliveries(trx, seller, { sale, userId: assigneeId, tasks });
  return await confirmed(trx, seller, sale, false);
}

/** @throws Problem invalid_transition where it is lost or in the bin */
async function lockOpportunity(
  trx: Trx,
  { companyId }: Seller,
  id: number,
): Promise<OpportunityRow> {
  const row = await trx.selectFrom("opportunities").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
  if (row.status !== "lost" && row.deleted_at === null) return row;
  const allowed = allowedVerbs("approved").filter((verb) => verb !== "confirm-sale");
  throw problem("invalid_transition", { details: { allowed, opportunity: row.status } });
}

function saleOf(trx: Trx, companyId: number, quoteId: number) {
  return trx.selectFrom("sales").select(["id", "quote_id", "opportunity_id"])
    .where("company_id", "=", companyId).where("quote_id", "=", quoteId).executeTakeFirst();
}

async function confirmed(
  trx: Trx,
  seller: Seller,
  sale: { id: number; quote_id: number; opportunity_id: number },
  already: boolean,
) {
  const { companyId } = seller;
  return {
    sale: await findSale(trx, companyId, sale.id),
    quote: await findQuote(trx, seller, sale.quote_id),
    opportunity: await findOpportunity(trx, companyId, sale.opportunity_id),
    tasks: await listDeliveries(trx, companyId, sale.id),
    already,
  };
}
