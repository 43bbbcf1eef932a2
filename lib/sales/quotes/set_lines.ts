import { sql } from "kysely";
import { recordActivities } from "@/lib/records/activities.ts";
import { type Changes, type LocalActor, lockRecord } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { followQuotes } from "@/lib/sales/quotes/opportunity_amount.ts";
import { dropQuestions } from "@/lib/sales/quotes/approval/approvals.ts";
import { checkCan } from "@/lib/sales/quotes/quote.ts";
import { type LineRecord, type LinesBody, storedTotals } from "@/lib/sales/quotes/quote_line.ts";
import {
  countUsage,
  insertLines,
  lineColumns,
  listLines,
  resolveLines,
  updateLines,
  withPositions,
  type WrittenLine,
} from "@/lib/sales/quotes/quote_lines.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";

/**
 * Sets a draft's lines as a whole: those named by id stay, the others go, the rest is new.
 * @throws Problem not_found, version_conflict, invalid_transition, validation_failed
 */
export async function setLines(trx: Trx, actor: LocalActor, quoteId: number, body: LinesBody) {
  const { companyId } = actor;
  const find = () => findQuote(trx, actor, quoteId);
  const quote = await lockRecord(trx, "quotes", actor, quoteId, { version: body.version, find });
  checkCan("edit", quote.status);
  const before = await listLines(trx, actor, quoteId);
  const lines = await resolveLines(trx, actor, body.lines, { storedLines: before });
  const changed = difference(before, lines, quote.currency);
  if (!changed) return await findQuote(trx, actor, quoteId);
  const ids = lines.flatMap(({ id }) => id ?? []);
  await trx.deleteFrom("quote_lines")
    .where("company_id", "=", companyId).where("quote_id", "=", quoteId)
    .$if(ids.length > 0, (query) => query.where("id", "not in", ids)).execute();
  await updateLines(trx, actor, quote, lines);
  await insertLines(trx, actor, quote, lines);
  const totals = storedTotals(lines, quote.currency);
  await trx.updateTable("quotes")
    .set({ ...totals, version: sql`version + 1`, updated_at: sql`now()` })
    .set({ updated_by: actor.userId })
    .where("company_id", "=", companyId).where("id", "=", quoteId).execute();
  const changes: Changes = { lines: changed };
  if (quote.net_total !== totals.net_total) {
    changes.net_total = [quote.net_total, totals.net_total];
  }
  await recordActivities(trx, actor, [
    { verb: "changed", subject: { quote_id: quoteId }, clientId: quote.client_id, changes },
  ]);
  await dropQuestions(trx, actor, [quoteId]);
  await followQuotes(trx, actor, quote.opportunity_id);
  await countUsage(trx, actor, lines, before);
  return await findQuote(trx, actor, quoteId);
}

/** Old lines that differ, and new ones that do; undefined where none does. */
function difference(
  before: LineRecord[],
  after: WrittenLine[],
  currency: string,
): [unknown[], unknown[]] | undefined {
  const now = withPositions(after, currency);
  const text = (line: Partial<LineRecord>) => JSON.stringify(lineColumns.map((name) => line[name]));
  const [olds, nows] = [new Set(before.map(text)), new Set(now.map(text))];
  const gone = before.filter((line) => !nows.has(text(line)));
  const come = now.filter((line) => !olds.has(text(line)));
  return gone.length + come.length === 0 ? undefined : [gone.map(brief), come.map(brief)];
}

function brief({ name, quantity, unit_price, discount_percent, tax_rate }: WrittenLine) {
  return { name, quantity, unit_price, discount_percent, tax_rate };
}
