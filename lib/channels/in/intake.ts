import type { Key } from "@/lib/access/keys.ts";
import { Batches, type Refusal, runAdmitted } from "@/lib/access/programs/batches.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Database } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { Problem } from "@/lib/input/errors.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { noteReceived } from "@/lib/channels/accounts/account_state.ts";
import type { Receipt } from "@/lib/channels/in/message_in.ts";
import { type Brought, type Outcome, takeMessages } from "@/lib/channels/in/take.ts";

interface Item extends Brought {
  key: Key;
}

type Filed = Exclude<Outcome, Refusal>;

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
  #batches: Batches<Item, Filed>;
  #noted = new Map<number, number>();

  constructor(private readonly options: IntakeOptions) {
    this.#batches = new Batches({
      database: options.database,
      most: maxPerBatch,
      beside,
      fits,
      run: (companyId, items) => this.#run(companyId, items),
      settle: (companyId, item, error) => this.#storeOnly(companyId, item, error),
    });
  }

  /** @throws Problem unauthorized, key_expired, validation_failed; DatabaseTimeout */
  async take(key: Key, brought: Brought): Promise<Receipt> {
    const { receipt } = await this.#batches.add({ key, ...brought });
    return receipt;
  }

  async idle(): Promise<void> {
    await this.#batches.idle();
  }

  /** Refuses a program's mistake; stores the message unread where the fault is ours. */
  async #storeOnly(companyId: number, item: Item, cause: unknown): Promise<Outcome> {
    if (cause instanceof Problem) return { refused: cause };
    this.options.log.error("message_not_filed", { companyId, ...describeError(cause) });
    const [outcome] = await this.#run(companyId, [item], { isStoredOnly: true });
    this.options.readLater(companyId);
    return outcome!;
  }

  async #run(
    companyId: number,
    items: Item[],
    options: { isStoredOnly?: boolean } = {},
  ): Promise<Outcome[]> {
    const { database, announce, handlers } = this.options;
    const outcomes = await inCompany(
      database.db,
      companyId,
      (trx) =>
        runAdmitted(
          trx,
          items,
          (admitted) => takeMessages(trx, handlers, { companyId }, admitted, options),
        ),
      announce,
    );
    const received = items.filter((_, at) => isNew(outcomes[at]!));
    await this.#note(companyId, new Set(received.map(({ message }) => message.channelId)));
    return outcomes;
  }

  /** Notes the call in a transaction of its own: messages must not wait for the account's row lock. */
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

function isNew(outcome: Outcome): boolean {
  return "receipt" in outcome && !outcome.receipt.duplicate;
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
