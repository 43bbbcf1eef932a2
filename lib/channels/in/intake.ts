import { admitKey, type Key, type KeyRefusal } from "@/lib/access/keys.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Database, Trx } from "@/lib/db/connection.ts";
import { type Deadline, requestDeadline, withDeadline } from "@/lib/db/deadline.ts";
import { asWorker, inCompany, isUnavailable } from "@/lib/db/transaction.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { noteReceived } from "@/lib/channels/accounts/account_state.ts";
import type { Taken } from "@/lib/channels/in/message_in.ts";
import { type Brought, type Outcome, takeMessages } from "@/lib/channels/in/take.ts";
import { Batcher } from "@/lib/work/batcher.ts";

interface Item extends Brought {
  key: Key;
  deadline: Deadline;
}

const maxPerBatch = 32;
const maxBatchBytes = 4 * 1024 * 1024;
const beside = { least: 16, afterMs: 20 };
/** Shortest time between two updates of an account's `last_received_at`. */
const notedForMs = 5_000;

interface IntakeOptions {
  database: Pick<Database, "db" | "kind" | "deadlineMs">;
  announce: Announce;
  handlers: ChannelHandlers;
  log: Log;
  /** Starts reading of messages that were stored but not filed. */
  readLater(companyId: number): void;
}

/**
 * Files messages that programs post. Simultaneous ones of a company share a transaction
 * (docs/decisions/0004); each settles after the commit. One that fails is stored and read later.
 */
export class Intake {
  #companies = new Map<number, Batcher<Item, Outcome>>();
  #noted = new Map<number, number>();

  constructor(private readonly options: IntakeOptions) {}

  /** @throws Problem unauthorized, key_expired, validation_failed; DatabaseTimeout */
  async take(key: Key, brought: Brought): Promise<Taken> {
    const deadline = requestDeadline(this.options.database.deadlineMs);
    const item = { key, ...brought, deadline };
    const outcome = await deadline.wait(() => this.#batcher(key.companyId).add(item), () => {});
    if ("refused" in outcome) throw outcome.refused;
    return outcome.taken;
  }

  async idle(): Promise<void> {
    await Promise.all(this.#companies.values().map((batcher) => batcher.idle()));
  }

  #batcher(companyId: number): Batcher<Item, Outcome> {
    let batcher = this.#companies.get(companyId);
    if (!batcher) {
      const isServer = this.options.database.kind === "postgres";
      batcher = new Batcher((items) => this.#takeInTime(companyId, items), {
        most: maxPerBatch,
        atOnce: isServer ? 3 : 1,
        beside,
        fits,
      });
      this.#companies.set(companyId, batcher);
    }
    return batcher;
  }

  async #takeInTime(companyId: number, items: Item[]): Promise<Outcome[]> {
    const inTime = items.filter(({ deadline }) => deadline.leftMs > 0);
    const leftMs = Math.max(0, ...inTime.map(({ deadline }) => deadline.leftMs));
    const done = inTime.length > 0
      ? await withDeadline(leftMs, () => this.#takeTogether(companyId, inTime))
      : [];
    const late = { refused: problem("database_unavailable") };
    const outcomes = new Map(inTime.map((item, at) => [item, done[at]!]));
    return items.map((item) => outcomes.get(item) ?? late);
  }

  async #takeTogether(companyId: number, items: Item[]): Promise<Outcome[]> {
    try {
      return await this.#transaction(companyId, items);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (items.length === 1) return [await this.#storeOnly(companyId, items[0]!, error)];
    }
    // Retries in halves, so that one bad message among many costs little.
    const half = items.length >> 1;
    return [
      ...await this.#takeTogether(companyId, items.slice(0, half)),
      ...await this.#takeTogether(companyId, items.slice(half)),
    ];
  }

  /** Refuses a program's mistake; stores the message unread where the fault is ours. */
  async #storeOnly(companyId: number, item: Item, cause: unknown): Promise<Outcome> {
    if (cause instanceof Problem) return { refused: cause };
    this.options.log.error("message_not_filed", { companyId, ...describeError(cause) });
    const [outcome] = await this.#transaction(companyId, [item], { isStoredOnly: true });
    this.options.readLater(companyId);
    return outcome!;
  }

  async #transaction(
    companyId: number,
    items: Item[],
    options: { isStoredOnly?: boolean } = {},
  ): Promise<Outcome[]> {
    const { database, announce, handlers } = this.options;
    const outcomes = await inCompany(database.db, companyId, async (trx) => {
      const refusals = await refusalsOf(trx, items);
      const admitted = items.filter(({ key }) => !refusals.get(key.id));
      const taken = await takeMessages(trx, handlers, { companyId }, admitted, options);
      const results = taken.values();
      return items.map(({ key }): Outcome => {
        const refusal = refusals.get(key.id);
        return refusal ? { refused: problem(refusal) } : results.next().value!;
      });
    }, announce);
    const received = items.filter((_, at) => isNew(outcomes[at]!));
    await this.#note(companyId, new Set(received.map(({ message }) => message.channelId)));
    return outcomes;
  }

  /** In its own transaction, so that messages do not wait for the account's row lock. */
  async #note(companyId: number, accounts: Set<number>): Promise<void> {
    const now = Date.now();
    const stale = [...accounts].filter((id) => now - (this.#noted.get(id) ?? 0) > notedForMs);
    if (stale.length === 0) return;
    for (const id of stale) this.#noted.set(id, now);
    const { database, log } = this.options;
    await asWorker(database.db, (trx) => noteReceived(trx, { companyId }, stale))
      .catch((error) => log.warn("account_not_noted", describeError(error)));
  }
}

async function refusalsOf(trx: Trx, items: Item[]) {
  const keys = new Map(items.map(({ key }) => [key.id, key]));
  const refusals = new Map<number, KeyRefusal | undefined>();
  // In id order against deadlocks: each may lock its row to record its use.
  const inOrder = [...keys.values()].sort((a, b) => a.id - b.id);
  for (const key of inOrder) refusals.set(key.id, await admitKey(trx, key));
  return refusals;
}

function isNew(outcome: Outcome): boolean {
  return "taken" in outcome && !outcome.taken.duplicate;
}

/** Concurrent batches must not lock the same person or the same message. */
function fits(item: Item, chosen: Item[], running: Item[]): boolean {
  if (running.some((other) => isOfSame(item, other))) return false;
  const bytes = chosen.reduce((sum, { body }) => sum + body.length, item.body.length);
  return chosen.length === 0 || bytes <= maxBatchBytes;
}

function isOfSame({ message: a }: Item, { message: b }: Item): boolean {
  return a.channelId === b.channelId &&
    (a.externalId === b.externalId || a.from.id === b.from.id);
}
