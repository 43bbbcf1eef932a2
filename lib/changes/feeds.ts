import type { Tenant } from "@/lib/db/transaction.ts";
import type { Cursor } from "@/lib/notify/streams/cursor.ts";
import { type Live, Waiter } from "@/lib/notify/streams/live.ts";
import type { Places } from "@/lib/fairness/places.ts";
import type { Change, Read } from "@/lib/changes/changes.ts";

// A company is read at most this often.
const cooldownMs = 100;
// Finds members who were removed while nothing changes.
const idleMs = 20_000;
// A transaction that stays open must not be polled without pause.
const unsettledMs = 20;
const maxUnsettledMs = 1_000;

/** A stream whose reader is slower than this many batches ends, and resumes by its cursor. */
const maxWaiting = 100;

/** Result of one read of a company, for each of its streams. */
export interface Batch {
  changes: Change[];
  members: ReadonlySet<number>;
}

interface FeedsOptions {
  live: Pick<Live, "subscribe">;
  places: Pick<Places, "take">;
  place(tenant: Tenant): Promise<Cursor>;
  read(tenant: Tenant, after: Cursor): Promise<Read & { members: Set<number> }>;
}

/** A member's part of a company's feed. */
export interface Subscription {
  start: Cursor;
  /** The next changes; null once the feed has ended. */
  next(ms: number, signal: AbortSignal): Promise<Batch[] | null>;
  close(): void;
}

/** The feeds of this process: one read for each company's wake-up, however many streams it has. */
export class ChangeFeeds {
  #companies = new Map<number, CompanyFeed>();
  #count = 0;

  constructor(private readonly options: FeedsOptions) {}

  /** @throws Problem rate_limited (too many streams of the member, the company or all) */
  async subscribe({ companyId, userId }: Tenant & { userId: number }): Promise<Subscription> {
    const giveBack = this.options.places.take(companyId, `member ${userId}`);
    this.#count += 1;
    const leave = () => {
      this.#count -= 1;
      giveBack();
    };
    try {
      return await this.#feedOf(companyId).join(leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  get count(): number {
    return this.#count;
  }

  #feedOf(companyId: number): CompanyFeed {
    const existing = this.#companies.get(companyId);
    if (existing && !existing.isOver) return existing;
    const feed: CompanyFeed = new CompanyFeed({ companyId }, this.options, () => {
      if (this.#companies.get(companyId) === feed) this.#companies.delete(companyId);
    });
    this.#companies.set(companyId, feed);
    return feed;
  }
}

interface Mailbox {
  waiter: Waiter;
  batches: Batch[];
  isOver: boolean;
}

class CompanyFeed {
  isOver = false;
  #mailboxes = new Set<Mailbox>();
  #stop = new AbortController();
  #cursor: Cursor = { txid: 0, seq: 0 };
  #begun: Promise<void>;

  constructor(
    private readonly tenant: Tenant,
    private readonly options: FeedsOptions,
    private readonly onEnd: () => void,
  ) {
    this.#begun = options.place(tenant).then((cursor) => void (this.#cursor = cursor));
    this.#begun.then(() => this.#run()).catch(() => {}).finally(() => this.#end());
  }

  async join(leave: () => void): Promise<Subscription> {
    const mailbox: Mailbox = { waiter: new Waiter(), batches: [], isOver: this.isOver };
    this.#mailboxes.add(mailbox);
    const close = () => {
      this.#mailboxes.delete(mailbox);
      mailbox.isOver = true;
      if (this.#mailboxes.size > 0) return;
      this.isOver = true;
      this.onEnd();
      this.#stop.abort();
    };
    try {
      await this.#begun;
    } catch (error) {
      close();
      throw error;
    }
    const start = this.#cursor;
    mailbox.batches = [];
    let isOpen = true;
    return {
      start,
      async next(ms, signal) {
        if (mailbox.batches.length === 0 && !mailbox.isOver) await mailbox.waiter.next(ms, signal);
        const batches = mailbox.batches;
        mailbox.batches = [];
        return mailbox.isOver && batches.length === 0 ? null : batches;
      },
      close() {
        if (!isOpen) return;
        isOpen = false;
        close();
        leave();
      },
    };
  }

  async #run(): Promise<void> {
    const { live, read } = this.options;
    const { signal } = this.#stop;
    const waiter = new Waiter();
    const { companyId } = this.tenant;
    const unsubscribe = live.subscribe({ companyId, feed: "records" }, waiter.wake);
    let pauseMs = unsettledMs;
    try {
      while (!signal.aborted) {
        const { changes, cursor, more, unsettled, members } = await read(this.tenant, this.#cursor);
        this.#cursor = cursor;
        this.#deliver({ changes, members });
        if (more) continue;
        await sleep(cooldownMs, signal);
        await waiter.next(unsettled ? pauseMs : idleMs, signal);
        const isStuck = unsettled && changes.length === 0;
        pauseMs = isStuck ? Math.min(pauseMs * 2, maxUnsettledMs) : unsettledMs;
      }
    } finally {
      unsubscribe();
    }
  }

  #deliver(batch: Batch): void {
    for (const mailbox of this.#mailboxes) {
      if (mailbox.batches.length >= maxWaiting) {
        mailbox.isOver = true;
        this.#mailboxes.delete(mailbox);
      } else mailbox.batches.push(batch);
      mailbox.waiter.wake();
    }
  }

  /** Ends its streams; those that come back begin a new feed. */
  #end(): void {
    this.isOver = true;
    for (const mailbox of this.#mailboxes) {
      mailbox.isOver = true;
      mailbox.waiter.wake();
    }
    this.#mailboxes.clear();
    this.onEnd();
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await new Waiter().next(ms, signal);
}
