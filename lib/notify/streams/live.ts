import { sql } from "kysely";
import type { Change, SentNow } from "@/lib/tools/after_commit.ts";
import type { BareTrx, Database } from "@/lib/db/connection.ts";
import { Batcher } from "@/lib/work/batcher.ts";

const channel = "relevo_live";
// NOTIFY carries less than 8,000 bytes.
const maxPayload = 7_000;
/** Other instances hear a single change at once, and many together at this interval. */
const announceEveryMs = 20;

export const installationChange: Change = { companyId: 0, userId: "installation" };

/** Wakes those who follow the installation, in all instances, once the transaction commits. */
export async function wakeInstallation(trx: BareTrx): Promise<void> {
  const payload = JSON.stringify(["", nameOf(installationChange)]);
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}

type Waker = (sent?: SentNow[]) => void;

/** Wakes readers after a commit, in all instances; they reread, so a lost wake-up does no harm. */
export class Live {
  #wakers = new Map<string, Set<Waker>>();
  #self = crypto.randomUUID();
  #announcements: Batcher<Change[], void>;

  constructor(private readonly database: Database) {
    this.#announcements = new Batcher(
      (changes) => this.#notify(changes.flat()).then(() => changes.map(() => {})),
      { most: 1_000, spaceMs: announceEveryMs },
    );
  }

  /** After a lost connection everything is woken once. */
  async start(): Promise<void> {
    if (this.database.kind !== "postgres") return;
    await this.database.listen(channel, (payload) => this.#heard(payload), () => this.#wakeAll());
  }

  publish(changes: Change[]): void {
    if (changes.length === 0) return;
    for (const change of changes) this.#wake(change);
    // A failure here is made good by the readers' own timers.
    if (this.database.kind === "postgres") this.#announcements.add(changes).catch(() => {});
  }

  /** @returns what ends the subscription */
  subscribe(change: Change, waker: Waker): () => void {
    const name = nameOf(change);
    if (!this.#wakers.has(name)) this.#wakers.set(name, new Set());
    const wakers = this.#wakers.get(name)!;
    wakers.add(waker);
    return () => {
      wakers.delete(waker);
      if (wakers.size === 0 && this.#wakers.get(name) === wakers) this.#wakers.delete(name);
    };
  }

  get waiting(): number {
    const ofProcess = nameOf(installationChange);
    const readers = [...this.#wakers].filter(([name]) => name !== ofProcess);
    return readers.reduce((sum, [, { size }]) => sum + size, 0);
  }

  idle(): Promise<void> {
    return this.#announcements.idle();
  }

  async #notify(changes: Change[]): Promise<void> {
    await this.database.notify(channel, payloadsOf(this.#self, new Set(changes.map(nameOf))));
  }

  #heard(payload: string): void {
    const parts = readPayload(payload);
    // A foreign message on the channel may concern anybody.
    if (parts === null) return this.#wakeAll();
    const [from, ...names] = parts;
    if (from === this.#self) return;
    for (const name of names) this.#wakers.get(name)?.forEach((waker) => waker());
  }

  #wake(change: Change): void {
    this.#wakers.get(nameOf(change))?.forEach((waker) => waker(change.sent));
  }

  #wakeAll(): void {
    for (const wakers of this.#wakers.values()) wakers.forEach((waker) => waker());
  }
}

/** Parses a payload; null unless an instance of this service sent it. */
function readPayload(payload: string): string[] | null {
  try {
    const parts: unknown = JSON.parse(payload);
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : null;
  } catch {
    return null;
  }
}

function nameOf({ companyId, feed, notificationId = "", userId = "" }: Change): string {
  if (feed === "responses") return `${companyId}/${feed}/${notificationId}/${userId}`;
  return feed ? `${companyId}/${feed}` : `${companyId}:${userId}`;
}

/** Lists names as JSON, the sender's first, each list within what NOTIFY carries. */
function payloadsOf(self: string, names: Iterable<string>): string[] {
  const lists: string[][] = [];
  let bytes = Infinity;
  for (const name of [...names].map((name) => JSON.stringify(name))) {
    const length = byteLength(name) + 1; // its comma
    if (bytes + length > maxPayload) {
      lists.push([JSON.stringify(self)]);
      bytes = byteLength(self) + 4; // its quotes and the brackets
    }
    lists.at(-1)!.push(name);
    bytes += length;
  }
  return lists.map((list) => `[${list.join(",")}]`);
}

const utf8 = new TextEncoder();

function byteLength(text: string): number {
  return utf8.encode(text).length;
}

export class Waiter {
  #woken = false;
  #resolve: (() => void) | undefined;

  /** Kept for the next wait, so that none is lost between two. */
  readonly wake = (): void => {
    this.#woken = true;
    this.#resolve?.();
  };

  /** @returns whether a wake-up ended the wait */
  async next(ms: number, signal: AbortSignal): Promise<boolean> {
    if (this.#woken || signal.aborted) {
      this.#woken = false;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = () => resolve();
    this.#resolve = stop;
    const timer = setTimeout(stop, ms);
    signal.addEventListener("abort", stop);
    await promise;
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    this.#resolve = undefined;
    const woken = this.#woken;
    this.#woken = false;
    return woken;
  }
}
