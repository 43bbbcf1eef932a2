import type { Link } from "@/lib/access/links.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { lockRecord } from "@/lib/records/records.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import { approveQuote, rejectQuote } from "@/lib/sales/quotes/quote_moves.ts";
import { changesBetween } from "@/lib/sales/sharing/quote_changes.ts";
import type { Acceptance, Declining } from "@/lib/sales/sharing/share.ts";
import {
  findShared,
  hasLapsed,
  isWithdrawn,
  readSharedQuote,
} from "@/lib/sales/sharing/shared_quote.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * A second press by the same name changes nothing and is no error.
 * @throws Problem quote_changed, invalid_transition, link_expired
 */
export async function acceptSharedQuote(
  trx: Trx,
  link: Link,
  { name, revision }: Acceptance,
  now = currentTime(),
) {
  const row = await lockShared(trx, link, revision, now);
  const isAccepted = row.status === "approved" || row.status === "sold";
  if (!isAccepted || !isSameText(row.approved_by_name, name)) {
    checkOpen(row, now);
    await approveQuote(trx, link, link.quoteId, { name, via: "link", now });
  }
  return await readSharedQuote(trx, link, now);
}

/** Declines as `accept` accepts; the reason stands for the name. */
export async function declineSharedQuote(
  trx: Trx,
  link: Link,
  { reason, revision }: Declining,
  now = currentTime(),
) {
  const row = await lockShared(trx, link, revision, now);
  if (row.status !== "rejected" || !isSameText(row.rejection_reason, reason)) {
    checkOpen(row, now);
    await rejectQuote(trx, link, link.quoteId, { reason, now });
  }
  return await readSharedQuote(trx, link, now);
}

type SharedRow = Awaited<ReturnType<typeof findShared>>;

/** The opportunity too: it might be lost right now. @throws Problem link_expired, quote_changed */
async function lockShared(trx: Trx, link: Link, revision: number, now: Date): Promise<SharedRow> {
  const { opportunity_id } = await orExpired(lockRecord(trx, "quotes", link, link.quoteId));
  await orExpired(lockRecord(trx, "opportunities", link, opportunity_id));
  const row = await findShared(trx, link, now);
  if (isWithdrawn(row)) throw withdrawn();
  if (row.status !== "draft" && row.revision !== revision) {
    throw problem("quote_changed", {
      details: { revision: row.revision, changes: await changesSince(trx, row, revision) },
    });
  }
  return row;
}

function checkOpen(row: SharedRow, now: Date): void {
  if (row.status !== "sent") throw problem("invalid_transition", { details: { allowed: [] } });
  if (hasLapsed(row, now)) throw problem("link_expired", { details: { reason: "expired" } });
}

/** Changes since a revision; null where that was never sent. */
async function changesSince(trx: Trx, row: SharedRow, revision: number) {
  const earlier = await trx.selectFrom("quote_revisions").select("snapshot")
    .where("company_id", "=", row.company_id).where("quote_id", "=", row.id)
    .where("revision", "=", revision).executeTakeFirst();
  if (!earlier) return null;
  return changesBetween(earlier.snapshot as QuoteDocument, row.snapshot as QuoteDocument);
}

/** A quotation in the trash is withdrawn. */
export async function orExpired<T>(locking: Promise<T>): Promise<T> {
  try {
    return await locking;
  } catch (error) {
    throw error instanceof Problem && error.code === "not_found" ? withdrawn() : error;
  }
}

function withdrawn(): Problem {
  return problem("link_expired", { details: { reason: "withdrawn" } });
}

function isSameText(stored: string | null, input: string): boolean {
  return stored?.trim().toLowerCase() === input.trim().toLowerCase();
}
