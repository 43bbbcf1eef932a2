import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { storeEvents } from "@/lib/channels/in/events.ts";
import { ownIdOf } from "@/lib/channels/meta/account_settings.ts";
import { messageFields, timeOf, toHookPart } from "@/lib/channels/meta/catch_up/conversation.ts";
import { findGraphCaller } from "@/lib/channels/meta/graph/callers.ts";
import { callGraph, type GraphCaller, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { splitHook } from "@/lib/channels/meta/hook/split.ts";
import { idIn, objectIn, objectsIn, textIn, type Untyped } from "@/lib/channels/meta/untyped.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

interface CatchUpsOptions {
  db: Db;
  log: Log;
  cipher: SecretCipher | null;
  network: GraphNetwork;
  read(companyId: number): void;
}

interface AccountId {
  companyId: number;
  accountId: number;
}

interface Account {
  kind: "facebook" | "instagram";
  settings: Record<string, unknown>;
  since: Date;
}

/** Conversations are read for each account once a second: Meta allows two. */
const callEveryMs = 1_000;
const places = { perQueue: 2, inAll: 4 };
const mostPages = 20;
const perPage = 50;
const perConversation = 20;
const longestGap = "7 days";
/** Meta's clock and ours, and what came while the last run read. */
const overlap = "10 minutes";

class CallFailed extends Error {
  override name = "CallFailed";
}

/** Reads conversations of pages and Instagram accounts again, for messages that no hook brought. */
export class CatchUps {
  #places = new FairSemaphore<number>(places);
  #runs = new Map<number, Promise<void>>();
  #stopping = new AbortController();

  constructor(private readonly options: CatchUpsOptions) {}

  /** Those that were not caught up for so long: nightly, and when the process was away. */
  async sweep(longerThan: "10 minutes" | "20 hours"): Promise<void> {
    if (this.#stopping.signal.aborted || !this.options.cipher) return;
    const rows = await asWorker(
      this.options.db,
      (trx) =>
        trx.selectFrom("channel_accounts").select(["id", "company_id"])
          .where("kind", "in", ["facebook", "instagram"]).where("deleted_at", "is", null)
          .where("state", "in", ["working", "checking"])
          .where((eb) =>
            eb.or([
              eb("caught_up_at", "is", null),
              eb("caught_up_at", "<", sql<Date>`now() - ${longerThan}::interval`),
            ])
          )
          .orderBy("id").execute(),
    );
    for (const { id, company_id } of rows) this.start({ companyId: company_id, accountId: id });
  }

  /** Catches up one account, unless that is under way. Never rejects. */
  start(account: AccountId): void {
    const { accountId } = account;
    if (this.#stopping.signal.aborted || this.#runs.has(accountId)) return;
    if (this.options.network.gate.isHeld) return;
    const run = this.#run(account).finally(() => this.#runs.delete(accountId));
    this.#runs.set(accountId, run);
  }

  async idle(accountId: number): Promise<void> {
    await this.#runs.get(accountId);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#places.clear(new Error("the process ends"));
    await Promise.all(this.#runs.values());
  }

  async #run(id: AccountId): Promise<void> {
    const { signal } = this.#stopping;
    try {
      const release = await this.#places.acquire(id.companyId, signal);
      try {
        await this.#catchUp(id);
      } finally {
        release();
      }
    } catch (error) {
      if (!signal.aborted) {
        this.options.log.warn("not_caught_up", { ...id, ...describeError(error) });
      }
    }
  }

  async #catchUp(id: AccountId): Promise<void> {
    const { db, cipher, log } = this.options;
    const startedAt = currentTime();
    const account = await this.#find(id);
    const caller = account && cipher && await findGraphCaller(db, cipher, id);
    if (!account || !caller) return;
    let count = 0;
    for await (const conversation of this.#conversations(caller, account)) {
      count += await this.#store(id, account, await this.#read(caller, conversation));
    }
    await asWorker(db, (trx) =>
      trx.updateTable("channel_accounts").set({ caught_up_at: startedAt })
        .where("company_id", "=", id.companyId).where("id", "=", id.accountId).execute());
    if (count > 0) log.info("caught_up", { ...id, count });
  }

  /** Nothing is older than the account itself: that was never its to bring. */
  async #find({ companyId, accountId }: AccountId): Promise<Account | undefined> {
    const { rows } = await asWorker(this.options.db, (trx) =>
      sql<Account>`
        select kind, settings, greatest(now() - ${longestGap}::interval, created_at,
          caught_up_at - ${overlap}::interval) as since
        from channel_accounts
        where company_id = ${companyId} and id = ${accountId} and deleted_at is null
          and kind in ('facebook', 'instagram')`.execute(trx));
    return rows[0];
  }

  async *#conversations(caller: GraphCaller, { kind, settings, since }: Account) {
    const now = currentTime();
    let after: string | null = null;
    for (let page = 0; page < mostPages; page++) {
      const answer: Untyped = await this.#call(caller, `/${ownIdOf(settings)}/conversations`, {
        platform: kind === "facebook" ? "messenger" : "instagram",
        fields: "id,updated_time",
        limit: String(perPage),
        ...after !== null && { after },
      });
      const listed = objectsIn(answer.data);
      for (const { id, updated_time } of listed) {
        if (timeOf(updated_time, now) < since) return;
        const conversation = idIn(id);
        if (conversation !== null) yield conversation;
      }
      after = textIn(objectIn(objectIn(answer.paging)?.cursors)?.after, 2_000) || null;
      if (after === null || listed.length === 0) return;
    }
  }

  async #read(caller: GraphCaller, conversation: string): Promise<Untyped[]> {
    const answer = await this.#call(caller, `/${encodeURIComponent(conversation)}`, {
      fields: `messages.limit(${perConversation}){${messageFields}}`,
    });
    return objectsIn(objectIn(answer.messages)?.data).slice(0, perConversation);
  }

  async #call(
    caller: GraphCaller,
    path: string,
    query: Record<string, string>,
  ): Promise<Untyped> {
    const { signal } = this.#stopping;
    const answer = await callGraph(this.options.network, caller, { path, query, signal });
    if (answer.kind !== "ok") {
      throw new CallFailed(
        answer.kind === "error"
          ? `code ${answer.error.code}`
          : answer.kind === "unreached"
          ? answer.outcome
          : `status ${answer.status}`,
      );
    }
    await setTimeout(callEveryMs, undefined, { signal });
    return answer.json;
  }

  /** Stores what no hook has brought, as a hook would. @returns how many */
  async #store(
    { companyId, accountId }: AccountId,
    { kind, settings, since }: Account,
    messages: readonly Untyped[],
  ): Promise<number> {
    const ownIds = [settings.page_id, settings.ig_id, settings.app_scoped_id].map(idIn)
      .filter((one) => one !== null);
    const now = currentTime();
    const object = kind === "facebook" ? "page" : "instagram";
    const parts = messages.filter(({ created_time }) => timeOf(created_time, now) >= since)
      .map((message) => toHookPart(message, ownIds, now)).filter((part) => part !== null)
      .reverse();
    const events = splitHook({ object, entry: [{ id: ownIds[0], messaging: parts }] }) ?? [];
    const stored = await inCompany(this.options.db, companyId, (trx) =>
      storeEvents(
        trx,
        { companyId },
        events.map(({ key, part }) => ({
          accountId,
          externalId: key,
          body: new TextEncoder().encode(JSON.stringify({ object, part })),
        })),
      ));
    const count = stored.filter((one) => one !== undefined).length;
    if (count > 0) this.options.read(companyId);
    return count;
  }
}
