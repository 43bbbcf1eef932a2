import { recordActivities } from "@/lib/records/activities.ts";
import { checkLinks } from "@/lib/records/links.ts";
import type { OpportunityRow } from "@/lib/crm/opportunities/opportunities.ts";
import { insertRecord, type LocalActor, lockRecord } from "@/lib/records/records.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { nextNumber } from "@/lib/sales/quotes/numbers.ts";
import { followQuotes } from "@/lib/sales/quotes/opportunity_amount.ts";
import { checkDays, type QuoteCreate } from "@/lib/sales/quotes/quote.ts";
import { storedTotals } from "@/lib/sales/quotes/quote_line.ts";
import {
  countUsage,
  insertLines,
  listLines,
  resolveLines,
  type WrittenLine,
} from "@/lib/sales/quotes/quote_lines.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import { lockTerms } from "@/lib/sales/company_terms.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Makes a draft for an opportunity, with the next number of its year.
 * @param linesPath name of wrong lines in the error
 * @throws Problem validation_failed
 */
export async function createQuote(
  trx: Trx,
  actor: LocalActor,
  { opportunity_id, lines = [], ...words }: QuoteCreate,
  { now = currentTime(), linesPath = "lines" } = {},
) {
  const opportunity = await lockTarget(trx, actor, opportunity_id);
  const written = await resolveLines(trx, actor, lines, { path: linesPath });
  const id = await insertDraft(trx, actor, opportunity, words, written, now);
  return await findQuote(trx, actor, id, now);
}

/** Makes a new draft with the same words and lines: its own number, today's date, valid anew. */
export async function duplicateQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { version, now = currentTime() }: Seen & { now?: Date } = {},
) {
  const { title, intro, terms, internal_note, language, opportunity_id } = await lockRecord(
    trx,
    "quotes",
    actor,
    id,
    { version },
  );
  const words = { title, intro, terms, internal_note, language };
  const lines = await listLines(trx, actor, id);
  const opportunity = await lockTarget(trx, actor, opportunity_id);
  const copies = lines.map(({ id: _, ...line }) => line);
  const copyId = await insertDraft(trx, actor, opportunity, words, copies, now, id);
  return await findQuote(trx, actor, copyId, now);
}

async function lockTarget(trx: Trx, actor: LocalActor, opportunity_id: number) {
  await checkLinks(trx, actor, { opportunity_id });
  return await lockRecord(trx, "opportunities", actor, opportunity_id);
}

async function insertDraft(
  trx: Trx,
  actor: LocalActor,
  opportunity: OpportunityRow,
  words: Omit<QuoteCreate, "opportunity_id" | "lines">,
  lines: WrittenLine[],
  now: Date,
  copyOf?: number,
): Promise<number> {
  const { companyId } = actor;
  const terms = await lockTerms(trx, actor);
  const client = await trx.selectFrom("clients").select("language")
    .where("company_id", "=", companyId).where("id", "=", opportunity.client_id)
    .executeTakeFirstOrThrow();
  const issue_date = words.issue_date ?? dayIn(actor.timezone, now);
  const valid_until = words.valid_until ?? addDays(issue_date, terms.quote_validity_days);
  checkDays({ issue_date, valid_until }, words);
  const number = await nextNumber(trx, {
    companyId,
    kind: "quote",
    year: Number(issue_date.slice(0, 4)),
    prefix: terms.quote_prefix,
  });
  const { id } = await insertRecord(trx, "quotes", actor, {
    ...words,
    terms: words.terms === undefined ? terms.quote_terms : words.terms,
    number,
    opportunity_id: opportunity.id,
    client_id: opportunity.client_id,
    language: words.language ?? client.language ?? terms.language,
    currency: terms.currency,
    issue_date,
    valid_until,
    ...storedTotals(lines, terms.currency),
  });
  await insertLines(trx, actor, { id, currency: terms.currency }, lines);
  const changes = copyOf === undefined ? undefined : { copy_of: [null, copyOf] as [null, number] };
  const clientId = opportunity.client_id;
  await recordActivities(trx, actor, [
    { verb: "created", subject: { quote_id: id }, clientId, changes },
  ]);
  await followQuotes(trx, actor, opportunity.id);
  await countUsage(trx, actor, lines);
  return id;
}
