import { sql } from "kysely";
import type { Link } from "@/lib/access/links.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { dayIn } from "@/lib/values/dates.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { currentDocument, findLogo } from "@/lib/sales/document/quote_documents.ts";
import type { Printable } from "@/lib/sales/document/quote_pdf.ts";
import { acceptsUntil, readableUntil } from "@/lib/sales/quotes/quote_shares.ts";
import { readEntries } from "@/lib/sales/sharing/entries.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Reads the quotation as it was last sent, and its state. @throws Problem link_expired */
export async function readSharedQuote(db: Db, link: Link, now = currentTime()) {
  return await toShared(db, await findShared(db, link, now), link, now);
}

/** Reads the quotation and counts the view; the first of each day shows in its history. */
export async function viewSharedQuote(trx: Trx, link: Link, now = currentTime()) {
  const { quoteId, timezone } = link;
  const row = await findShared(trx, link, now);
  const before = await countView(trx, link, now);
  if (!before || dayIn(timezone, before) !== dayIn(timezone, now)) {
    await recordActivities(trx, link, [
      { verb: "viewed", subject: { quote_id: quoteId }, clientId: row.client_id, by: "public" },
    ]);
  }
  return await toShared(trx, row, link, now);
}

/**
 * The revision sent last; it counts as no view.
 * @throws Problem invalid_transition, link_expired
 */
export async function printSharedQuote(
  db: Db,
  link: Link,
  now = currentTime(),
): Promise<Printable> {
  const row = await findShared(db, link, now);
  if (isWithdrawn(row)) throw problem("link_expired", { details: { reason: "withdrawn" } });
  if (row.status === "draft") throw problem("invalid_transition", { details: { allowed: [] } });
  const document = currentDocument(row.snapshot, { valid_until: lastDay(row, link) });
  return { document, isDraft: false, logo: await findLogo(db, link, document) };
}

/** @throws Problem link_expired (its time is over) */
export async function findShared(
  db: Db,
  { companyId, quoteId, shareId, timezone }: Link,
  now: Date,
) {
  const row = await db.selectFrom("quotes as q")
    .innerJoin("quote_shares as s", "s.quote_id", "q.id")
    .innerJoin("opportunities as o", "o.id", "q.opportunity_id")
    .leftJoin(
      "quote_revisions as r",
      (join) =>
        join.onRef("r.company_id", "=", "q.company_id").onRef("r.quote_id", "=", "q.id")
          .onRef("r.revision", "=", "q.revision"),
    )
    .selectAll("q").select("r.snapshot")
    .select(["o.status as opportunity_status", "o.deleted_at as opportunity_deleted_at"])
    .select(acceptsUntil(timezone).as("accepts_until"))
    .where("q.company_id", "=", companyId).where("q.id", "=", quoteId)
    .where("s.company_id", "=", companyId).where("s.id", "=", shareId)
    .where("o.company_id", "=", companyId)
    .where(readableUntil(timezone), ">", now).executeTakeFirst();
  if (!row) throw problem("link_expired", { details: { reason: "expired" } });
  return row;
}

type SharedRow = Awaited<ReturnType<typeof findShared>>;

/** Whether it is trashed or lost without the client's knowledge; one who has declined knows. */
export function isWithdrawn(row: SharedRow): boolean {
  if (row.deleted_at || row.opportunity_deleted_at) return true;
  return row.opportunity_status === "lost" && row.status !== "rejected";
}

export function hasLapsed({ status, accepts_until }: SharedRow, now: Date): boolean {
  return status === "sent" && accepts_until <= now;
}

async function toShared(db: Db, row: SharedRow, link: Link, now: Date) {
  const valid_until = lastDay(row, link);
  const withdrawn = isWithdrawn(row);
  return {
    number: row.number,
    status: row.status,
    valid_until,
    expired: hasLapsed(row, now),
    withdrawn,
    approved_at: row.approved_at,
    approved_by_name: row.approved_by_name,
    rejected_at: row.rejected_at,
    document: withdrawn || row.status === "draft"
      ? null
      : currentDocument(row.snapshot, { valid_until }),
    said: await readEntries(db, link, link.quoteId),
  };
}

/** The last day on which the link takes an answer. */
function lastDay({ accepts_until }: SharedRow, { timezone }: Link): string {
  return dayIn(timezone, new Date(accepts_until.getTime() - 1));
}

/** @returns the instant of the view before */
async function countView(trx: Trx, { companyId, shareId }: Link, now: Date) {
  const { rows } = await sql<{ before: Date | null }>`
    update quote_shares s set views = s.views + 1, last_viewed_at = ${now}
    from (select id, last_viewed_at as before from quote_shares
          where company_id = ${companyId} and id = ${shareId} for update) old
    where s.company_id = ${companyId} and s.id = old.id returning old.before`.execute(trx);
  return rows[0]?.before ?? null;
}
