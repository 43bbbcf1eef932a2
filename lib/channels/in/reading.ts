import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { inCompany, isUnavailable } from "@/lib/db/transaction.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { GroupQueues } from "@/lib/fairness/group_queues.ts";
import { Problem } from "@/lib/input/errors.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import {
  findWaiting,
  type Leased,
  leaseEvents,
  markUnread,
  type Outcome,
  postponeEvents,
  releaseEvents,
  slowLane,
  unknownLane,
} from "@/lib/channels/in/events.ts";
import { guessSender } from "@/lib/channels/in/sender.ts";
import type { ThreadIds } from "@/lib/channels/email/thread_ids.ts";
import { fileGroup } from "@/lib/channels/in/file_group.ts";
import type { Parsed } from "@/lib/channels/in/meta/parsed.ts";
import { type FetchText, isTextless, TextAsker } from "@/lib/channels/in/meta/text_asker.ts";
import { jobOf, parseAhead, type Read } from "@/lib/channels/in/parse_ahead.ts";
import { tellOfProblem } from "@/lib/channels/in/problems.ts";
import { type Reader, ReaderEnded } from "@/lib/readers/reader.ts";

const second = 1_000;
/** Waits after the first, second, … try; then it is a problem. */
const delaysMs = [5 * second, 30 * second, 120 * second, 600 * second];
/** Processor time that a mail of so many bytes may take. */
export type ReadingMs = (size: number, isSecondTry: boolean) => number;

/** A hundred times what is usual, then what a mail may take at most. */
const usualMs: ReadingMs = (size, isSecondTry) => isSecondTry ? 5_000 : 500 + size / 10_000;
/** A company's batch gives way to others after it. */
const batchMs = 1_000;
/** A known sender whose mail was killed is read among the unknown for so long. */
const slowSenderMs = 3_600_000;
const mostSlowSenders = 10_000;
/** Pause before the next sweep of a company that has more to read. */
const goOnMs = 250;

interface ReadingOptions {
  db: Db;
  log: Log;
  announce: Announce;
  handlers: ChannelHandlers;
  threads: ThreadIds | null;
  filesBytesPerCompany: number;
  /** Parses mails and programs' messages, apart from the server's thread. */
  reader: Pick<Reader, "run">;
  ms?: ReadingMs;
  fetchText: FetchText;
}

/** Reads what is stored. Companies take turns; lanes order the events of one (0061). */
export class Reading {
  #queues: GroupQueues<number>;
  #texts: TextAsker;
  #slowSenders = new BoundedMap<string, number>(mostSlowSenders);
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #soon = new Set<number>();
  #isGoingOn = false;
  #isStopped = false;

  constructor(private readonly options: ReadingOptions) {
    this.#queues = new GroupQueues({
      most: 50,
      atOnce: 2,
      run: (companyId, ids) => this.#readBatch(companyId, ids),
      // Batches of companies take turns; the mails of one alone are read as fast as can be.
      fullSpeedMs: Infinity,
    });
    const { db, log, fetchText } = options;
    this.#texts = new TextAsker({
      ...{ db, log, fetchText },
      file: (edit) => this.#fileGroup([edit]),
      leave: (leased, outcome) => this.#leave(leased, outcome),
      sweep: (companyId) => this.sweepSoon(companyId),
    });
  }

  /** Finds what is due: at start, every minute, and when an account is resumed. */
  async sweep(companyId?: number): Promise<void> {
    if (this.#isStopped) return;
    if (companyId === undefined) this.#isGoingOn = false;
    const { due, full } = await findWaiting(this.options.db, companyId);
    for (const one of due) this.#queues.add(one.companyId, one.id);
    if (!full || this.#isGoingOn) return;
    this.#isGoingOn = true;
    this.#sweepIn(goOnMs);
  }

  /** Reads one now, unless another does or its account is paused. Never rejects. */
  async read(id: number): Promise<void> {
    await this.#readNext({ id });
  }

  /** Reads as many of a company as were due, the first of its lanes first. Never rejects. */
  async #readBatch(companyId: number, due: readonly number[]): Promise<void> {
    const startedAt = performance.now();
    for (let remaining = due.length; remaining > 0 && !this.#isStopped;) {
      const count = await this.#readNext({ companyId, most: remaining });
      if (count === 0) return;
      remaining -= count;
      if (performance.now() - startedAt < batchMs) continue;
      for (const id of due.slice(due.length - remaining)) this.#queues.add(companyId, id);
      return;
    }
  }

  /** @returns how many were leased, and read or put elsewhere; 0 where it failed */
  async #readNext(waiting: Parameters<typeof leaseEvents>[1]): Promise<number> {
    const { db, log } = this.options;
    let leased: Leased[] = [];
    try {
      leased = await leaseEvents(db, waiting);
      const { slow = [], ready = [] } = Object.groupBy(
        leased,
        (one) => this.#isOfSlowSender(one) ? "slow" : "ready",
      );
      await releaseEvents(db, slow, unknownLane);
      return slow.length + await this.#readLeased(ready);
    } catch (error) {
      log.warn("message_not_read", { ...waiting, ...describeError(error) });
      await this.#readLater(leased);
      return 0;
    }
  }

  /** If not even this is stored, their leases end, and a sweep finds them. */
  async #readLater(leased: readonly Leased[]): Promise<void> {
    const [first] = leased;
    if (!first) return;
    const delayMs = delaysMs[0]!;
    await postponeEvents(this.options.db, leased, delayMs).catch(() => {});
    this.#sweepIn(delayMs + second, first.companyId);
  }

  #isOfSlowSender({ companyId, lane, kind, body }: Leased): boolean {
    if (lane !== 0 || kind !== "email" || this.#slowSenders.size === 0) return false;
    const at = this.#slowSenders.get(`${companyId}:${guessSender(body)}`);
    return at !== undefined && performance.now() - at < slowSenderMs;
  }

  async #readLeased(leased: readonly Leased[]): Promise<number> {
    const read: Read[] = [];
    const startedAt = performance.now();
    const ahead = await parseAhead(this.options.reader, leased, this.options.ms ?? usualMs);
    let count = 0;
    for (const one of leased) {
      if (count > 0 && performance.now() - startedAt >= batchMs) break;
      count++;
      const parsed = ahead.get(one) ?? await this.#parse(one);
      if (!("leased" in parsed)) await this.#leave(one, parsed);
      else if (isTextless(parsed)) await this.#texts.ask(parsed);
      else read.push(parsed);
    }
    await releaseEvents(this.options.db, leased.slice(count));
    for (const group of inBatches(read)) await this.#fileGroup(group);
    return count;
  }

  /** One that cannot be filed holds up none of the others. */
  async #fileGroup(group: readonly Read[]): Promise<void> {
    try {
      await this.#file(group);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (group.length > 1) {
        for (const one of group) await this.#fileGroup([one]);
      } else await this.#leave(group[0]!.leased, outcomeOf(error, group[0]!.leased));
    }
  }

  async #leave(leased: Leased, outcome: Outcome): Promise<void> {
    await markUnread(this.options.db, leased, outcome);
    const { id, companyId } = leased;
    const { db, handlers, announce, log } = this.options;
    log.warn("message_not_read", { id, companyId, ...outcome });
    if ("problem" in outcome) {
      await inCompany(db, companyId, (trx) => tellOfProblem(trx, handlers, leased), announce)
        .catch((error) => log.warn("problem_not_told", { id, ...describeError(error) }));
    }
    if ("delayMs" in outcome) {
      this.#sweepIn(outcome.delayMs > 0 ? outcome.delayMs + second : 0, companyId);
    }
  }

  /** Reads what has just come. */
  sweepSoon(companyId: number): void {
    if (this.#soon.has(companyId)) return;
    this.#soon.add(companyId);
    this.#sweepIn(0, companyId);
  }

  sweepLater(companyId: number): void {
    this.#sweepIn(delaysMs[0]! + second, companyId);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([this.#queues.idle(), this.#texts.stop()]);
  }

  async #parse(leased: Leased): Promise<Read | Outcome> {
    const { companyId, body } = leased;
    try {
      const job = jobOf(leased);
      const { ms = usualMs } = this.options;
      const options = { queue: companyId, cpuMs: ms(body.length, leased.lane === slowLane) };
      const parsed = await this.options.reader.run<Parsed>("event", job, options);
      if ("event" in parsed) return { leased, ...parsed };
      const { message } = parsed;
      message.isQuiet ||= leased.isQuiet;
      if (message.mail) {
        const { references } = message.mail;
        message.mail.threadContact = this.options.threads?.contactIn(references, companyId);
        message.mail.mostBytes = this.options.filesBytesPerCompany;
      }
      return { leased, message };
    } catch (error) {
      if (this.#isStopped) return { delayMs: 0 };
      if (error instanceof ReaderEnded) return this.#outcomeOfKilled(leased, error);
      const text = error instanceof Error ? error.message : String(error);
      return { problem: "unreadable", text: firstLine(text) };
    }
  }

  #outcomeOfKilled({ attempts, companyId, lane, body }: Leased, { outcome, message }: ReaderEnded) {
    if (outcome === "unavailable" || outcome === "closed") {
      return { delayMs: delaysMs[Math.min(attempts, delaysMs.length) - 1]! };
    }
    if (lane === slowLane) return { problem: "thread", text: message };
    this.#slowSenders.set(`${companyId}:${guessSender(body)}`, performance.now());
    return { delayMs: 0, lane: slowLane } as const;
  }

  async #file(group: readonly Read[]): Promise<void> {
    const { db, announce, handlers } = this.options;
    const { companyId } = group[0]!.leased;
    const delivered = group.map(({ leased: { id, attempts }, ...parsed }) => {
      return { id, attempts, parsed };
    });
    const work = (trx: Trx) => fileGroup(trx, handlers, { companyId }, delivered);
    const dueInMs = await inCompany(db, companyId, work, announce);
    if (dueInMs !== null) this.#sweepIn(dueInMs, companyId);
  }

  #sweepIn(delayMs: number, companyId?: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (companyId !== undefined) this.#soon.delete(companyId);
      outsideRequests(() => this.sweep(companyId)).catch((error) =>
        this.options.log.warn("sweep_failed", describeError(error))
      );
    }, delayMs);
    Deno.unrefTimer(timer);
    this.#timers.add(timer);
  }
}

/** An answer is filed after what it answers, and a copy after the mail that it is one of. */
function* inBatches(read: readonly Read[]): Generator<Read[]> {
  let batch: Read[] = [];
  let ids = new Set<string>();
  for (const one of read) {
    const mail = "message" in one ? one.message.mail : undefined;
    if (mail && [...mail.references, mail.messageId ?? ""].some((id) => ids.has(id))) {
      yield batch;
      [batch, ids] = [[], new Set()];
    }
    batch.push(one);
    if (mail?.messageId) ids.add(mail.messageId);
  }
  if (batch.length > 0) yield batch;
}

function outcomeOf(error: unknown, { attempts }: Leased): Outcome {
  const delayMs = delaysMs[attempts - 1];
  const isRefused = error instanceof Problem && error.code === "validation_failed";
  if (delayMs !== undefined && !isRefused) return { delayMs };
  return { problem: "failed", text: textOf(error) };
}

function textOf(error: unknown): string {
  if (!(error instanceof Problem)) return firstLine(String(error));
  const fields = Object.entries(error.extras.fields ?? {}).map(([name, { en }]) => `${name} ${en}`);
  return [error.code, ...fields].join(": ");
}

function firstLine(text: string): string {
  return text.split("\n    at ")[0]!.trim();
}
