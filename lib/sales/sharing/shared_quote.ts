import { sql } from "kysely";
import type { Link } from "@/lib/access/links.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { lockRecord } from "@/lib/records/records.ts";
import { dayIn } from "@/lib/dates.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { isExpired } from "@/lib/sales/quotes/quote.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import { currentDocument, findLogo } from "@/lib/sales/document/quote_documents.ts";
import type { Printable } from "@/lib/sales/document/quote_pdf.ts";
import { approveQuote, rejectQuote } from "@/lib/sales/quotes/quote_moves.ts";
import { Problem, problem } from "@/lib/input/errors.ts";

/** What the holder of a quotation's link reads and does, without an account. */

/**
 * The quotation as it was last sent, and what has become of it.
 * @throws Problem link_expired (the quotation is gone)
 */
export async function readSharedQuote(db: Db, link: Link, now = new Date()) {
  return toShared(await findShared(db, link), link, now);
}

/** Reads the quotation and counts the view; the first of each day shows in its history. */
export async function viewSharedQuote(trx: Trx, link: Link, now = new Date()) {
  const { quoteId, timezone } = link;
  const row = await findShared(trx, link);
  const before = await countView(trx, link, now);
  if (!before || dayIn(timezone, before) !== dayIn(timezone, now)) {
    await recordActivities(trx, link, [
      { verb: "viewed", subject: { quote_id: quoteId }, clientId: row.client_id, by: "public" },
    ]);
  }
  return toShared(row, link, now);
}

/**
 * What is printed for the holder of the link: what was sent last. It counts as no view.
 * @throws Problem invalid_transition (it is being revised), link_expired
 */
export async function printSharedQuote(db: Db, link: Link): Promise<Printable> {
  const row = await findShared(db, link);
  if (row.status === "draft") throw problem("invalid_transition", { details: { allowed: [] } });
  const document = currentDocument(row.snapshot, row);
  return { document, isDraft: false, logo: await findLogo(db, link, document) };
}

/**
 * The client accepts, once and in time.
 * @throws Problem invalid_transition, link_expired
 */
export async function acceptSharedQuote(trx: Trx, link: Link, name: string, now = new Date()) {
  await checkOpen(trx, link, now);
  await approveQuote(trx, link, link.quoteId, { name, via: "link", now });
  return await readSharedQuote(trx, link, now);
}

/**
 * The client declines and says why, once and in time.
 * @throws Problem invalid_transition, link_expired
 */
export async function declineSharedQuote(trx: Trx, link: Link, reason: string, now = new Date()) {
  await checkOpen(trx, link, now);
  await rejectQuote(trx, link, link.quoteId, { reason, now });
  return await readSharedQuote(trx, link, now);
}

async function checkOpen(trx: Trx, link: Link, now: Date) {
  const quote = await lockRecord(trx, "quotes", link, link.quoteId).catch((error) => {
    throw error instanceof Problem && error.code === "not_found" ? problem("link_expired") : error;
  });
  if (quote.status !== "sent") throw problem("invalid_transition", { details: { allowed: [] } });
  if (isExpired(quote, dayIn(link.timezone, now))) throw problem("link_expired");
}

async function findShared(db: Db, { companyId, quoteId }: Link) {
  const row = await db.selectFrom("quotes as q")
    .leftJoin(
      "quote_revisions as r",
      (join) =>
        join.onRef("r.company_id", "=", "q.company_id").onRef("r.quote_id", "=", "q.id")
          .onRef("r.revision", "=", "q.revision"),
    )
    .selectAll("q").select("r.snapshot")
    .where("q.company_id", "=", companyId).where("q.id", "=", quoteId)
    .where("q.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("link_expired");
  return row;
}

function toShared(row: Awaited<ReturnType<typeof findShared>>, { timezone }: Link, now: Date) {
  return {
    number: row.number,
    status: row.status,
    valid_until: row.valid_until,
    expired: isExpired(row, dayIn(timezone, now)),
    approved_at: row.approved_at,
    approved_by_name: row.approved_by_name,
    rejected_at: row.rejected_at,
    document: row.status === "draft" ? null : row.snapshot as QuoteDocument,
  };
}

/** Counts a view. @returns when the one before was */
async function countView(trx: Trx, { companyId, shareId }: Link, now: Date) {
  const { rows } = await sql<{ before: Date | null }>`
    update quote_shares s set views = s.views + 1, last_viewed_at = ${now}
    from (select id, last_viewed_at as before from quote_shares
          where company_id = ${companyId} and id = ${shareId} for update) old
    where s.company_id = ${companyId} and s.id = old.id returning old.before`.execute(trx);
  return rows[0]?.before ?? null;
}
