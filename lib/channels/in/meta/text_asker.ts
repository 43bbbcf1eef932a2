import { putOff, wakeNext } from "@/lib/channels/in/meta/early_events.ts";
import type { Leased, Outcome } from "@/lib/channels/in/events.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import type { Db } from "@/lib/db/connection.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** Some edits come without their text: Meta is asked for it, and what came with them is read meanwhile. */

type Edit = Extract<OtherEvent, { type: "edit" }>;

export interface TextlessEdit {
  leased: Leased;
  event: Edit;
}

export type FetchText = (
  message: { companyId: number; accountId: number; messageId: string },
  signal: AbortSignal,
) => Promise<{ text: string } | "gone" | "later">;

interface TextAskerOptions {
  db: Db;
  log: Pick<Log, "warn">;
  fetchText: FetchText;
  file(edit: TextlessEdit): Promise<void>;
  leave(leased: Leased, outcome: Outcome): Promise<void>;
  sweep(companyId: number): void;
}

const second = 1_000;
/** Waits after the first, second, … try; then the edit is read without a text. */
const delaysMs = [5 * second, 30 * second, 120 * second, 600 * second];
/** One call takes 15 s at most, and the lease of an event 60 s. */
const perAccount = 3;

export class TextAsker {
  #runs = new Map<number, Set<Promise<void>>>();
  #stopping = new AbortController();

  constructor(private readonly options: TextAskerOptions) {}

  /** Ends at once: the answer is filed once it is here. One too many waits for another's end. */
  async ask(edit: TextlessEdit): Promise<void> {
    const { accountId } = edit.leased;
    const runs = this.#runs.get(accountId) ?? new Set();
    if (runs.size >= perAccount) return await putOff(this.options.db, edit.leased);
    this.#runs.set(accountId, runs);
    // Its lease ends where this fails, and a sweep finds it.
    const run = this.#run(edit)
      .catch((error) => this.options.log.warn("text_not_fetched", describeError(error)))
      .then(() => {
        runs.delete(run);
        if (runs.size === 0) this.#runs.delete(accountId);
        return this.#wake(edit.leased);
      });
    runs.add(run);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#runs.values()].flatMap((runs) => [...runs]));
  }

  async #run({ leased, event }: TextlessEdit): Promise<void> {
    const { fetchText, file, leave } = this.options;
    const { companyId, accountId, attempts } = leased;
    const { signal } = this.#stopping;
    const message = { companyId, accountId, messageId: event.id };
    const answer = await fetchText(message, signal).catch(() => "later" as const);
    const delayMs = signal.aborted ? 0 : answer === "later" ? delaysMs[attempts - 1] : undefined;
    if (delayMs !== undefined) await leave(leased, { delayMs });
    else {await file({
        leased,
        event: typeof answer === "string" ? event : { ...event, ...answer },
      });}
  }

  async #wake(ended: Leased): Promise<void> {
    const { db, log, sweep } = this.options;
    if (this.#stopping.signal.aborted) return;
    const isNext = await wakeNext(db, ended)
      .catch((error) => log.warn("text_not_fetched", describeError(error)));
    if (isNext) sweep(ended.companyId);
  }
}

export function isTextless(
  parsed: { leased: Leased } & ({ event: OtherEvent } | object),
): parsed is TextlessEdit {
  return "event" in parsed && parsed.event.type === "edit" && parsed.event.text === null;
}
