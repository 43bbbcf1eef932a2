import type { Link } from "@/lib/access/links.ts";
import { createNote } from "@/lib/crm/notes/notes.ts";
import { notifyQuestion } from "@/lib/crm/notices/quote_notices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { lockRecord } from "@/lib/records/records.ts";
import { orExpired } from "@/lib/sales/sharing/answer_quote.ts";
import { readEntries } from "@/lib/sales/sharing/entries.ts";
import type { Question } from "@/lib/sales/sharing/share.ts";
import { findShared, readSharedQuote } from "@/lib/sales/sharing/shared_quote.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { limitWords } from "@/lib/words/limits.ts";

/** Questions of one quotation that wait for an answer. */
export const mostQuestions = 10;

/**
 * Keeps a question of the client as a note that they read on the page, and notifies the assignee. A
 * repeated question gets the first one's answer.
 * @throws Problem link_expired, limit_reached
 */
export async function askSharedQuote(
  trx: Trx,
  link: Link,
  { question }: Question,
  now = currentTime(),
) {
  const { companyId, quoteId } = link;
  const quote = await orExpired(lockRecord(trx, "quotes", link, quoteId));
  await findShared(trx, link, now);
  const entries = await readEntries(trx, link, quoteId);
  const answered = entries.findLastIndex(({ kind }) => kind === "answer");
  const waiting = entries.slice(answered + 1).filter(({ kind }) => kind === "question");
  if (waiting.at(-1)?.text !== question) {
    if (waiting.length >= mostQuestions) {
      throw problem("limit_reached", {
        sentence: limitWords.questions.quote(mostQuestions),
        details: { of: "questions", per: "quote", limit: mostQuestions },
      });
    }
    const note = { quote_id: quoteId, body: question, to_client: true, files: [] };
    await createNote(trx, link, note);
    await notifyQuestion(trx, { companyId, userId: null }, { quote, question });
  }
  return await readSharedQuote(trx, link, now);
}
