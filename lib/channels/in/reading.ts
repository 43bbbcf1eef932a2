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
  leaseEvent,
  markUnread,
} from "@/lib/channels/in/events.ts";
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
  #isStopped = false;

  constructor(private readonly options: ReadingOptions) {
    this.#thread = new Thread(options.threadUrl, { jobMs: parseMs });
    this.#turns = new Turns({
      most: 20,
      atOnce: 2,
      run: async (_company, ids) => {
        for (const id of ids) await this.read(id);
      },
    });
  }

  /** Finds what is due: at start, every minute, and when an account is resumed. */
  async sweep(companyId?: number): Promise<void> {
    if (this.#isStopped) return;
    const { due, full } = await findWaiting(this.options.db, companyId);
    for (const one of due) this.#turns.add(one.companyId, one.id);
    if (full) this.#sweepIn(second, companyId);
  }

  /** Reads one now, unless another does or its account is paused. Never rejects. */
  async read(id: number): Promise<void> {
    if (this.#isStopped) return;
    const { db, log } = this.options;
    try {
      const leased = await leaseEvent(db, id);
      if (!leased) return;
      const fate = await this.#fateOf(leased);
      if (!fate) return;
      await markUnread(db, leased, fate);
      log.warn("message_not_read", { id, companyId: leased.companyId, ...fate });
      if ("delayMs" in fate) this.#sweepIn(fate.delayMs + second, leased.companyId);
    } catch (error) {
      // Its lease ends, and a sweep finds it.
      log.warn("message_not_read", { id, ...describeError(error) });
    }
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

  /** Nothing where it was filed, or waits for its account to be resumed. */
  async #fateOf(leased: Leased): Promise<Fate | undefined> {
    const { attempts, companyId } = leased;
    let message: Inbound;
    try {
      const { kind, body, externalId, direction, address, authservId } = leased;
      const reader = { ownAddress: address, authservId };
      const job = { kind, body, externalId, direction, reader };
      message = await this.#thread.run(job, companyId);
      message.isQuiet = leased.isQuiet;
      if (message.mail) {
        const { references } = message.mail;
        message.mail.threadContact = this.options.threads?.contactIn(references, companyId);
        message.mail.mostBytes = this.options.filesBytesPerCompany;
      }
    } catch (error) {
      if (this.#isStopped) return { delayMs: 0 };
      const text = error instanceof Error ? error.message : String(error);
      const isDeath = /took too long|ended|terminated|memory/i.test(text);
      if (isDeath && attempts < mostDeaths) return { delayMs: delaysMs[0]! };
      return { problem: isDeath ? "thread" : "unreadable", text: firstLine(text) };
    }
    try {
      await this.#file(leased, message);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const delayMs = delaysMs[attempts - 1];
      const isRefused = error instanceof Problem && error.code === "validation_failed";
      if (delayMs !== undefined && !isRefused) return { delayMs };
      return { problem: "failed", text: textOf(error) };
    }
  }

  async #file({ id, companyId, accountId }: Leased, message: Inbound): Promise<void> {
    const { db, announce, handlers } = this.options;
    await inCompany(db, companyId, async (trx) => {
      const event = await trx.selectFrom("channel_events")
        .select(["id", "received_at as receivedAt"])
        .where("company_id", "=", companyId).where("id", "=", id).where("state", "=", "waiting")
        .forUpdate().executeTakeFirst();
      if (!event) return; // another has read it since
      const account = await trx.selectFrom("channel_accounts").selectAll()
        .where("company_id", "=", companyId).where("id", "=", accountId).executeTakeFirstOrThrow();
      const arrival = { account, event, message };
      if (await noteMail(trx, handlers, { companyId }, arrival)) return;
      await fileArrivals(trx, handlers, { companyId }, [arrival]);
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

function textOf(error: unknown): string {
  if (!(error instanceof Problem)) return firstLine(String(error));
  const fields = Object.entries(error.extras.fields ?? {}).map(([name, { en }]) => `${name} ${en}`);
  return [error.code, ...fields].join(": ");
}

/** Without the stack: members read it. */
function firstLine(text: string): string {
  return text.split("\n    at ")[0]!.trim();
}
