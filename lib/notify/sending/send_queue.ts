import type { Announce } from "@/lib/tools/after_commit.ts";
import { admitKey, type Key, type KeyRefusal } from "@/lib/access/keys.ts";
import type { Database, Trx } from "@/lib/db/connection.ts";
import { type Deadline, requestDeadline, withDeadline } from "@/lib/db/deadline.ts";
import { inCompany, isUnavailable, type Tenant } from "@/lib/db/transaction.ts";
import type { NotifyRequest } from "@/lib/notify/sending/notification.ts";
import { sendAdmitted, type StrangerRules } from "@/lib/notify/sending/fallback/strangers.ts";
import { type Receipt, type Sent, sharesTag } from "@/lib/notify/sending/send.ts";
import type { Send } from "@/lib/notify/sending/prepare.ts";
import { problem } from "@/lib/input/errors.ts";
import { Batcher } from "@/lib/work/batcher.ts";

interface Item {
  key: Key;
  send: Send;
  /** The time of the request that waits for it. */
  deadline: Deadline;
}

const maxPerBatch = 128;
const maxRecipients = 2_000;
/** While one batch waits for the disk, the process reads the requests of the next. */
const maxAtOnce = 3;
const beside = { least: 32, afterMs: 20 };

/** Sends of one company that arrive together share a transaction; each settles after the commit. */
export class SendQueue {
  #companies = new Map<number, Batcher<Item, Sent>>();

  constructor(
    private readonly database: Pick<Database, "db" | "kind" | "deadlineMs">,
    private readonly announce: Announce,
    private readonly strangerRules: StrangerRules,
  ) {}

  /**
   * A send whose time is up while it still waits is not done; one whose batch was running may be.
   * @throws Problem unauthorized (the key was revoked), key_expired, idempotency_key_reused,
   *   validation_failed (`fallback`)
   * @throws DatabaseTimeout
   */
  async send(key: Key, request: NotifyRequest): Promise<Receipt> {
    const deadline = requestDeadline(this.database.deadlineMs);
    const item = { key, send: { request, keyId: key.id }, deadline };
    const sent = await deadline.wait(() => this.#batcher(key.companyId).add(item), () => {});
    if ("refused" in sent) throw sent.refused;
    return sent.receipt;
  }

  /** Whether a batch has been running for longer than `ms`. */
  isStuck(ms: number): boolean {
    return [...this.#companies.values()].some(({ runningMs }) => runningMs > ms);
  }

  #batcher(companyId: number): Batcher<Item, Sent> {
    let batcher = this.#companies.get(companyId);
    if (!batcher) {
      batcher = new Batcher((items) => this.#sendInTime(companyId, items), {
        most: maxPerBatch,
        // The embedded database has one connection.
        atOnce: this.database.kind === "postgres" ? maxAtOnce : 1,
        beside,
        fits,
      });
      this.#companies.set(companyId, batcher);
    }
    return batcher;
  }

  async #sendInTime(companyId: number, items: Item[]): Promise<Sent[]> {
    const inTime = new Set(items.filter(({ deadline }) => deadline.leftMs > 0));
    const sent = (inTime.size > 0 ? await this.#sendAll(companyId, [...inTime]) : []).values();
    return items.map((item) =>
      inTime.has(item) ? sent.next().value! : { refused: problem("database_unavailable") }
    );
  }

  /** In the time of the one who has most of it left: the others stop waiting by themselves. */
  #sendAll(companyId: number, items: Item[]): Promise<Sent[]> {
    const leftMs = Math.max(...items.map(({ deadline }) => deadline.leftMs));
    return withDeadline(leftMs, () => this.#sendTogether(companyId, items));
  }

  async #sendTogether(companyId: number, items: Item[]): Promise<Sent[]> {
    try {
      return await inCompany(
        this.database.db,
        companyId,
        (trx) => sendBatch(trx, { companyId }, items, this.strangerRules),
        this.announce,
      );
    } catch (error) {
      if (items.length === 1 || isUnavailable(error)) throw error;
      return await this.#sendOneByOne(companyId, items);
    }
  }

  /** One bad send must not fail the others. */
  async #sendOneByOne(companyId: number, items: Item[]): Promise<Sent[]> {
    const sent: Sent[] = [];
    for (const item of items) {
      try {
        sent.push(...await this.#sendInTime(companyId, [item]));
      } catch (cause) {
        const code = isUnavailable(cause) ? "database_unavailable" : "internal";
        sent.push({ refused: problem(code, { cause }) });
      }
    }
    return sent;
  }
}

async function sendBatch(
  trx: Trx,
  tenant: Tenant,
  items: Item[],
  rules: StrangerRules,
): Promise<Sent[]> {
  const keys = new Map(items.map(({ key }) => [key.id, key]));
  const refusals = new Map<number, KeyRefusal | undefined>();
  // In one order, as each may lock its row to note its use.
  const inOrder = [...keys.values()].sort((a, b) => a.id - b.id);
  for (const key of inOrder) refusals.set(key.id, await admitKey(trx, key));
  const admitted = items.filter(({ key }) => !refusals.get(key.id));
  const sent = admitted.length === 0
    ? []
    : await sendAdmitted(trx, tenant, admitted.map(({ send }) => send), rules);
  const results = sent.values();
  return items.map(({ key }) => {
    const refusal = refusals.get(key.id);
    return refusal ? { refused: problem(refusal) } : results.next().value!;
  });
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
