import type { Announce, QuoteDue } from "@/lib/tools/after_commit.ts";
import { notifyNotSent } from "@/lib/crm/notices/approval_notices.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { liveAssignee } from "@/lib/records/links.ts";
import type { LocalActor } from "@/lib/records/records.ts";
import type { Printable } from "@/lib/sales/document/quote_pdf.ts";
import type { QuoteMessage } from "@/lib/sales/sharing/quote_message.ts";
import { sendByMessage } from "@/lib/sales/sharing/send_by_message.ts";
import { sendQuote } from "@/lib/sales/sharing/send_quote.ts";
import { unsentWords } from "@/lib/sales/approvals/words.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";

interface Means {
  db: Db;
  log: Log;
  announce: Announce;
  publicUrl: string;
  filesBytesPerCompany: number;
  print(printable: Printable, companyId: number): Promise<Uint8Array>;
}

const atOnce = 100;
/** Time after the decision in which sweeps retry failures that a person cannot fix. */
const patienceMs = 3_600_000;

/**
 * Sends approved quotations. Printing takes seconds and holds no transaction, so the decision is
 * committed first with `due_at`, and the transaction that sends clears `due_at`. A process that
 * dies in between, or two at once, thus send it once.
 */
export class ApprovedQuotes {
  #running = new Map<string, Promise<void>>();

  constructor(private readonly means: Means) {}

  offer(due: QuoteDue[]): void {
    for (const one of due) {
      this.run(one).catch((error) => {
        this.means.log.warn("approved_quote_failed", describeError(error));
      });
    }
  }

  run({ companyId, quoteId }: QuoteDue): Promise<void> {
    const key = `${companyId}:${quoteId}`;
    const running = this.#running.get(key) ??
      this.#send({ companyId, quoteId }).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async sweep(): Promise<void> {
    const due = await asWorker(
      this.means.db,
      (trx) =>
        trx.selectFrom("quote_approvals").select(["company_id", "quote_id"])
          .where("due_at", "<=", currentTime()).orderBy("due_at").limit(atOnce).execute(),
    );
    this.offer(
      due.map(({ company_id, quote_id }) => ({ companyId: company_id, quoteId: quote_id })),
    );
    await this.idle();
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  async #send(due: QuoteDue): Promise<void> {
    const { db, announce } = this.means;
    const pending = await inCompany(db, due.companyId, (trx) => findPending(trx, due));
    if (!pending) return;
    const { actor, language, version, message, decided_at } = pending;
    const id = due.quoteId;
    const open = <T>(work: (call: { trx: Trx; member: LocalActor }) => Promise<T>) =>
      inCompany(db, due.companyId, (trx) => work({ trx, member: actor }), announce);
    try {
      if (!pending.isMember) throw problem("not_a_member");
      if (message) await sendByMessage({ ...this.means, open, language }, { id, version, message });
      else await open(({ trx, member }) => sendQuote(trx, member, id, { version }));
    } catch (error) {
      const isOver = currentMs() - decided_at!.getTime() > patienceMs;
      const why = error instanceof Problem && error.status < 500 ? error : null;
      if (!why && !isOver) throw error;
      await open(({ trx }) => giveUp(trx, due, why ?? problem("internal")));
    }
  }
}

async function findPending(db: Db, due: QuoteDue) {
  const { companyId, quoteId } = due;
  const row = await db.selectFrom("quote_approvals as a")
    .innerJoin("companies as c", "c.id", "a.company_id")
    .select(["a.asked_by", "a.version", "a.message", "a.decided_at", "c.timezone", "c.language"])
    .where("a.company_id", "=", companyId).where("a.quote_id", "=", quoteId)
    .where("a.due_at", "is not", null).executeTakeFirst();
  if (!row) return undefined;
  const { asked_by, timezone, language, version, decided_at } = row;
  return {
    language,
    version,
    decided_at,
    message: row.message as QuoteMessage | null,
    actor: { companyId, userId: asked_by, timezone },
    isMember: await liveAssignee(db, { companyId }, asked_by) !== null,
  };
}

/** Leaves unsent what was approved before then: it may have been sent elsewhere. @returns how many */
export async function dropApproved(
  trx: Trx,
  { companyId }: { companyId: number },
  before: Date,
): Promise<number> {
  const rows = await trx.selectFrom("quote_approvals").select("quote_id")
    .where("company_id", "=", companyId).where("due_at", "<", before).orderBy("quote_id").execute();
  const why = problem("invalid_transition", { sentence: unsentWords.released });
  for (const { quote_id: quoteId } of rows) await giveUp(trx, { companyId, quoteId }, why);
  return rows.length;
}

/** Leaves the approved draft unsent and notifies who asked, unless somebody sent it meanwhile. */
async function giveUp(trx: Trx, { companyId, quoteId }: QuoteDue, why: Problem): Promise<void> {
  const row = await trx.updateTable("quote_approvals").set({ due_at: null, message: null })
    .where("company_id", "=", companyId).where("quote_id", "=", quoteId)
    .where("due_at", "is not", null).returning("asked_by").executeTakeFirst();
  if (!row) return;
  const quote = await trx.selectFrom("quotes").select(["id", "number", "client_id"])
    .where("company_id", "=", companyId).where("id", "=", quoteId).executeTakeFirstOrThrow();
  await notifyNotSent(trx, { companyId, userId: null }, { quote, userId: row.asked_by, why });
}
