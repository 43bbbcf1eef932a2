import type { Announce } from "@/lib/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany, isUnavailable } from "@/lib/db/transaction.ts";
import { Turns } from "@/lib/fairness/turns.ts";
import { Problem } from "@/lib/input/errors.ts";
import { describeError, type Log } from "@/lib/log.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import {
  type Fate,
  findWaiting,
  type Leased,
  leaseEvents,
  markUnread,
} from "@/lib/channels/in/events.ts";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import type { ThreadIds } from "@/lib/channels/email/thread_ids.ts";
import type { ParseJob } from "@/lib/channels/in/parse.ts";
import { fileArrivals } from "@/lib/channels/in/file_arrivals.ts";
import { noteMail } from "@/lib/channels/in/note_mail.ts";
import { Thread } from "@/lib/work/thread.ts";

const second = 1_000;
/** Waits after the first, second, … try; then it is a problem. */
const delaysMs = [5 * second, 30 * second, 120 * second, 600 * second];
/** A body that has ended the thread so often, or the process, is not read again. */
const mostDeaths = 3;
const parseMs = 20_000;
/** Where a company has more than a sweep finds. */
const goOnMs = 250;

interface ReadingOptions {
  db: Db;
  log: Log;
  announce: Announce;
  handlers: ChannelHandlers;
  threads: ThreadIds | null;
  filesBytesPerCompany: number;
  /** Of the module that serves {@linkcode ParseJob}s. */
  threadUrl: URL;
}

/** Reads what is stored and was not read. Companies take turns; no one holds up those behind it. */
export class Reading {
  #thread: Thread<ParseJob, Inbound>;
  #turns: Turns<number>;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #isGoingOn = false;
  #isStopped = false;

  constructor(private readonly options: ReadingOptions) {
    this.#thread = new Thread(options.threadUrl, { jobMs: parseMs });
    this.#turns = new Turns({
      most: 20,
      atOnce: 2,
      run: (_company, ids) => this.#readAll(ids),
      // Batches of companies take turns; the mails of one alone are read as fast as can be.
      fullSpeedMs: Infinity,
    });
  }

  /** Finds what is due: at start, every minute, and when an account is resumed. */
  async sweep(companyId?: number): Promise<void> {
    if (this.#isStopped) return;
    if (companyId === undefined) this.#isGoingOn = false;
    const { due, full } = await findWaiting(this.options.db, companyId);
    for (const one of due) this.#turns.add(one.companyId, one.id);
    if (!full || this.#isGoingOn) return;
    this.#isGoingOn = true;
    this.#sweepIn(goOnMs);
  }

  /** Reads one now, unless another does or its account is paused. Never rejects. */
  read(id: number): Promise<void> {
    return this.#readAll([id]);
  }

  /** Reads those of a company, some at once. Never rejects. */
  async #readAll(ids: readonly number[]): Promise<void> {
    const { db, log } = this.options;
    try {
      for (let left = ids; left.length > 0 && !this.#isStopped;) {
        const leased = await leaseEvents(db, left);
        if (leased.length === 0) return;
        await this.#readLeased(leased);
        const done = new Set(leased.map(({ id }) => id));
        left = left.filter((id) => !done.has(id));
      }
    } catch (error) {
      // Their leases end, and a sweep finds them.
      log.warn("message_not_read", { ids: ids.length, ...describeError(error) });
    }
  }

  async #readLeased(leased: readonly Leased[]): Promise<void> {
    const read: Read[] = [];
    for (const one of leased) {
      const parsed = await this.#parse(one);
      if ("message" in parsed) read.push(parsed);
      else await this.#leave(one, parsed);
    }
    for (const group of inTurns(read)) await this.#fileGroup(group);
  }

  /** One that cannot be filed holds up none of the others. */
  async #fileGroup(group: readonly Read[]): Promise<void> {
    try {
      await this.#file(group);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (group.length > 1) {
        for (const one of group) await this.#fileGroup([one]);
      } else await this.#leave(group[0]!.leased, fateOf(error, group[0]!.leased));
    }
  }

  async #leave(leased: Leased, fate: Fate): Promise<void> {
    await markUnread(this.options.db, leased, fate);
    const { id, companyId } = leased;
    this.options.log.warn("message_not_read", { id, companyId, ...fate });
    if ("delayMs" in fate) this.#sweepIn(fate.delayMs + second, companyId);
  }

  sweepLater(companyId: number): void {
    this.#sweepIn(delaysMs[0]! + second, companyId);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#thread.close();
    await this.#turns.idle();
  }

  async #parse(leased: Leased): Promise<Read | Fate> {
    const { attempts, companyId, kind, body, externalId, direction } = leased;
    const reader = { ownAddress: leased.address, authservId: leased.authservId };
    try {
      const job = { kind, body, externalId, direction, reader };
      const message = await this.#thread.run(job, companyId);
      message.isQuiet = leased.isQuiet;
      if (message.mail) {
        const { references } = message.mail;
        message.mail.threadContact = this.options.threads?.contactIn(references, companyId);
        message.mail.mostBytes = this.options.filesBytesPerCompany;
      }
      return { leased, message };
    } catch (error) {
      if (this.#isStopped) return { delayMs: 0 };
      const text = error instanceof Error ? error.message : String(error);
      const isDeath = /took too long|ended|terminated|memory/i.test(text);
      if (isDeath && attempts < mostDeaths) return { delayMs: delaysMs[0]! };
      return { problem: isDeath ? "thread" : "unreadable", text: firstLine(text) };
    }
  }

  /** In one transaction. What another has read since is left out. */
  async #file(group: readonly Read[]): Promise<void> {
    const { db, announce, handlers } = this.options;
    const { companyId } = group[0]!.leased;
    const messages = new Map(group.map(({ leased, message }) => [leased.id, message]));
    await inCompany(db, companyId, async (trx) => {
      const events = await trx.selectFrom("channel_events")
        .select(["id", "account_id", "received_at as receivedAt"])
        .where("company_id", "=", companyId).where("id", "in", [...messages.keys()])
        .where("state", "=", "waiting").orderBy("id").forUpdate().execute();
      if (events.length === 0) return;
      const rows = await trx.selectFrom("channel_accounts").selectAll()
        .where("company_id", "=", companyId)
        .where("id", "in", [...new Set(events.map(({ account_id }) => account_id))]).execute();
      const accounts = new Map(rows.map((row) => [row.id, row]));
      const arrivals: Arrival[] = [];
      for (const { account_id, ...event } of events) {
        const account = accounts.get(account_id)!;
        // As a try that failed has left it.
        const arrival = { account, event, message: { ...messages.get(event.id)! } };
        if (!await noteMail(trx, handlers, { companyId }, arrival)) arrivals.push(arrival);
      }
      await fileArrivals(trx, handlers, { companyId }, arrivals);
    }, announce);
  }

  #sweepIn(delayMs: number, companyId?: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.sweep(companyId).catch((error) =>
        this.options.log.warn("sweep_failed", describeError(error))
      );
    }, delayMs);
    Deno.unrefTimer(timer);
    this.#timers.add(timer);
  }
}

interface Read {
  leased: Leased;
  message: Inbound;
}

/** An answer is filed after what it answers: that is how its conversation is known. */
function* inTurns(read: readonly Read[]): Generator<Read[]> {
  let turn: Read[] = [];
  let ids = new Set<string>();
  for (const one of read) {
    const { mail } = one.message;
    if (mail?.references.some((id) => ids.has(id))) {
      yield turn;
      [turn, ids] = [[], new Set()];
    }
    turn.push(one);
    if (mail?.messageId) ids.add(mail.messageId);
  }
  if (turn.length > 0) yield turn;
}

function fateOf(error: unknown, { attempts }: Leased): Fate {
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

/** Without the stack: members read it. */
function firstLine(text: string): string {
  return text.split("\n    at ")[0]!.trim();
}
