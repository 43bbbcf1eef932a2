import type { Selectable } from "kysely";
import { recordActivities } from "@/lib/records/activities.ts";
import { touchOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { withMember } from "@/lib/records/joins.ts";
import { changeRecord, type LocalActor, lockRecord } from "@/lib/records/records.ts";
import { dayIn } from "@/lib/values/dates.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Quotes } from "@/lib/db/tables/sales.ts";
import {
  answerBySending,
  carryAnswer,
  checkApproved,
} from "@/lib/sales/quotes/approval/approvals.ts";
import { checkCan } from "@/lib/sales/quotes/quote.ts";
import { documentOf } from "@/lib/sales/document/quote_documents.ts";
import { listLines } from "@/lib/sales/quotes/quote_lines.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import { companyBrand } from "@/lib/sales/company_terms.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/**
 * Keeps the draft as the next revision, which never changes.
 * @throws Problem not_found, version_conflict, invalid_transition, validation_failed,
 * approval_needed
 */
export async function sendQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { version, now = currentTime() }: Seen & { now?: Date } = {},
) {
  const { companyId } = actor;
  const quote = await lockRecord(trx, "quotes", actor, id, { version });
  const fields = await wrongToSend(trx, actor, quote, now);
  if (Object.keys(fields).length > 0) throw problem("validation_failed", { fields });
  const approval = await checkApproved(trx, actor, quote);
  await answerBySending(trx, actor, quote, approval);
  const lines = await listLines(trx, actor, id);
  const brand = await companyBrand(trx, actor);
  const revision = quote.revision + 1;
  const { row, changes } = await changeRecord(trx, "quotes", actor, quote, {
    status: "sent",
    sent_at: now,
    revision,
  });
  await trx.updateTable("quotes").set({ brand_snapshot: JSON.stringify(brand) })
    .where("company_id", "=", companyId).where("id", "=", id).execute();
  const { net_total, tax_total, gross_total } = row;
  await trx.insertInto("quote_revisions").values({
    company_id: companyId,
    quote_id: id,
    revision,
    snapshot: JSON.stringify(await documentOf(trx, row, lines, brand)),
    net_total,
    tax_total,
    gross_total,
    sent_at: now,
    sent_by: actor.userId,
  }).execute();
  await recordActivities(trx, actor, [
    { verb: "sent", subject: { quote_id: id }, clientId: quote.client_id, changes },
  ]);
  await carryAnswer(trx, actor, quote);
  await touchOpportunity(trx, actor, quote.opportunity_id);
  return await findQuote(trx, actor, id, now);
}

/** Sent revisions, the latest first. @throws Problem not_found */
export async function listRevisions(db: Db, actor: LocalActor, id: number) {
  await findQuote(db, actor, id);
  const rows = await db.selectFrom("quote_revisions as r")
    .selectAll("r").$call(withMember("sender", "r.sent_by"))
    .where("r.company_id", "=", actor.companyId).where("r.quote_id", "=", id)
    .orderBy("r.revision", "desc").execute();
  return rows.map((row) => ({
    id: row.id,
    revision: row.revision,
    sent_at: row.sent_at,
    sent_by: row.sender,
    net_total: row.net_total,
    tax_total: row.tax_total,
    gross_total: row.gross_total,
    document: row.snapshot,
  }));
}

/** @returns fields to put right before it can be sent @throws Problem invalid_transition */
export async function wrongToSend(
  db: Db,
  actor: LocalActor,
  quote: Selectable<Quotes>,
  now: Date,
): Promise<Record<string, Text>> {
  checkCan("send", quote.status);
  const fields: Record<string, Text> = {};
  const lines = await listLines(db, actor, quote.id);
  if (lines.length === 0) fields.lines = inputWords.noLine;
  if (quote.valid_until < dayIn(actor.timezone, now)) fields.valid_until = inputWords.dayPassed;
  return fields;
}
