import { Batches, type Refusal, runAdmitted } from "@/lib/access/programs/batches.ts";
import type { Key } from "@/lib/access/keys.ts";
import type { Database } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { sendAdmitted, type StrangerRules } from "@/lib/notify/sending/fallback/strangers.ts";
import type { NotifyRequest } from "@/lib/notify/sending/notification.ts";
import type { Send } from "@/lib/notify/sending/prepare.ts";
import { type Receipt, sharesTag } from "@/lib/notify/sending/send.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";

interface Item {
  key: Key;
  send: Send;
}

interface Outcome {
  receipt: Receipt;
}

const maxPerBatch = 128;
const maxRecipients = 2_000;
const beside = { least: 32, afterMs: 20 };

/** Sends of one company that arrive together share a transaction; each settles after the commit. */
export class SendQueue {
  #batches: Batches<Item, Outcome>;

  constructor(
    private readonly database: Pick<Database, "db" | "kind" | "deadlineMs">,
    private readonly announce: Announce,
    private readonly strangerRules: StrangerRules,
  ) {
    this.#batches = new Batches({
      database,
      most: maxPerBatch,
      beside,
      fits,
      run: (companyId, items) => this.#run(companyId, items),
      settle: (_, __, cause) => Promise.resolve(refusalOf(cause)),
    });
  }

  /**
   * A send whose time is up while it still waits is not done; one whose batch was running may be.
   * @throws Problem unauthorized (the key was revoked), key_expired, idempotency_key_reused,
   *   validation_failed (`fallback`)
   * @throws DatabaseTimeout
   */
  async send(key: Key, request: NotifyRequest): Promise<Receipt> {
    const { receipt } = await this.#batches.add({ key, send: { request, keyId: key.id } });
    return receipt;
  }

  /** Reports whether a batch has been running for longer than `ms`. */
  isStuck(ms: number): boolean {
    return this.#batches.runningMs > ms;
  }

  #run(companyId: number, items: Item[]): Promise<(Outcome | Refusal)[]> {
    return inCompany(this.database.db, companyId, (trx) =>
      runAdmitted(trx, items, (admitted) => {
        const sends = admitted.map(({ send }) => send);
        return sendAdmitted(trx, { companyId }, sends, this.strangerRules);
      }), this.announce);
  }
}

function refusalOf(cause: unknown): Refusal {
  return { refused: cause instanceof Problem ? cause : problem("internal", { cause }) };
}

/**
 * One statement must not hold two sends for the same user and tag; recipients are bounded by
 * company. What would wait for a running batch's locks waits here.
 */
function fits(item: Item, chosen: Item[], running: Item[]): boolean {
  if (running.some((other) => clashes(item.send, other.send))) return false;
  if (item.send.request.tag !== undefined) {
    if (chosen.some(({ send }) => sharesTag(item.send, send))) return false;
  }
  const beside = countRecipients(chosen) + countRecipients(running);
  return beside === 0 || beside + countRecipients([item]) <= maxRecipients;
}

function countRecipients(items: Item[]): number {
  let count = 0;
  for (const { send: { request } } of items) count += request.userIds?.length ?? 1;
  return count;
}

function clashes(a: Send, b: Send): boolean {
  const key = a.request.idempotencyKey;
  const isRepeat = key !== undefined && key === b.request.idempotencyKey && a.keyId === b.keyId;
  return isRepeat || sharesTag(a, b);
}
