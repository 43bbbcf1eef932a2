import { noteReceived } from "@/lib/channels/accounts/account_state.ts";
import { storeEvents } from "@/lib/channels/in/events.ts";
import {
  dropHookBody,
  findHookCompanies,
  type LeasedHook,
  leaseHooks,
  noteObjects,
  postponeHook,
} from "@/lib/channels/meta/hook/hook_bodies.ts";
import { storeNoHook, storeUnrouted } from "@/lib/channels/meta/hook/hook_problems.ts";
import { type RoutedEvent, routeEvents } from "@/lib/channels/meta/hook/routes.ts";
import type { HookEvent } from "@/lib/channels/meta/hook/split.ts";
import { objectIn } from "@/lib/channels/meta/untyped.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { asWorker, become } from "@/lib/db/transaction.ts";
import { GroupQueues } from "@/lib/fairness/group_queues.ts";
import { type Reader, ReaderEnded } from "@/lib/readers/reader.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** Splits stored hooks into events of accounts. Companies take turns. */

const second = 1_000;
const perBatch = 50;
/** Processor time of one: 3 MiB of JSON take a tenth of it. */
const cpuMs = 5_000;
/** Waits after the first, second, … try; then it is a problem. */
const delaysMs = [second, 5 * second, 30 * second, 120 * second];
/** Shortest time between two notes that an object of an app, or an account, is heard of. */
const notedForMs = 60 * second;

interface SplittingOptions {
  db: Db;
  log: Log;
  reader: Pick<Reader, "run">;
  read(companyId: number): void;
}

export class Splitting {
  #queues: GroupQueues<"due">;
  #noted = new Map<string, number>();
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #isStopped = false;

  constructor(private readonly options: SplittingOptions) {
    this.#queues = new GroupQueues({
      most: 1,
      atOnce: 2,
      run: (companyId) => this.#splitNext(companyId),
      fullSpeedMs: Infinity,
    });
  }

  async sweep(): Promise<void> {
    if (this.#isStopped) return;
    for (const companyId of await findHookCompanies(this.options.db)) this.add(companyId);
  }

  add(companyId: number): void {
    if (!this.#isStopped) this.#queues.add(companyId, "due");
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#queues.idle();
  }

  /** Never rejects: leases end, and a sweep finds what was left. */
  async #splitNext(companyId: number): Promise<void> {
    const { db, log } = this.options;
    try {
      const leased = await leaseHooks(db, companyId, perBatch);
      for (const hook of leased) await this.#split(hook);
      if (leased.length > 0) this.add(companyId);
    } catch (error) {
      log.warn("hook_not_split", { companyId, ...describeError(error) });
    }
  }

  async #split(hook: LeasedHook): Promise<void> {
    const { db } = this.options;
    const { id, companyId, appId, body } = hook;
    const app = { companyId, appId };
    const read = await this.#read(hook);
    if ("delayMs" in read) {
      await postponeHook(db, id, read.delayMs);
      return this.#addIn(companyId, read.delayMs);
    }
    const { companies, routed } = await asWorker(db, async (trx) => {
      const nothing = { companies: [], routed: [] };
      // Another process may have split it since its lease ended.
      if (!await dropHookBody(trx, id)) return nothing;
      if ("problem" in read) {
        await storeNoHook(trx, app, read.problem, body);
        return nothing;
      }
      const routed = await routeEvents(trx, app, read.events);
      await storeUnrouted(trx, app, routed.filter(isUnknown).map(({ event }) => event));
      await this.#noteObjects(trx, app, read.events);
      return { companies: await storeRouted(trx, routed), routed };
    });
    for (const one of companies) this.options.read(one);
    await this.#noteAccounts(routed);
  }

  async #read(
    { companyId, body, attempts }: LeasedHook,
  ): Promise<
    { events: HookEvent[] } | { problem: "no_hook" | "unreadable" } | { delayMs: number }
  > {
    try {
      const job = { queue: companyId, cpuMs };
      const events = await this.options.reader.run<HookEvent[] | null>("hook", body, job);
      return events ? { events } : { problem: "no_hook" };
    } catch (error) {
      if (!(error instanceof ReaderEnded)) return { problem: "unreadable" };
      const isOurs = error.outcome === "unavailable" || error.outcome === "closed";
      const delayMs = delaysMs[attempts - 1];
      if (delayMs !== undefined) return { delayMs };
      return isOurs ? { delayMs: delaysMs.at(-1)! } : { problem: "unreadable" };
    }
  }

  /** At most once a minute. */
  async #noteAccounts(routed: readonly RoutedEvent[]): Promise<void> {
    const { db, log } = this.options;
    const accounts = accountsHeard(routed)
      .filter((one) => this.#isStale(`account:${one.companyId}:${one.accountId}`));
    await noteHeard(db, accounts)
      .catch((error) => log.warn("account_not_noted", describeError(error)));
  }

  /** Whether it was noted longer ago than a minute; it is noted from now on. */
  #isStale(name: string): boolean {
    const now = Date.now();
    if (now - (this.#noted.get(name) ?? 0) < notedForMs) return false;
    this.#noted.set(name, now);
    return true;
  }

  /** The row of an app is written once a minute at most. */
  async #noteObjects(
    trx: BareTrx,
    app: { companyId: number; appId: number },
    events: readonly HookEvent[],
  ): Promise<void> {
    const objects = [...new Set(events.map(({ route }) => route.object))]
      .filter((object) => this.#isStale(`${app.companyId}:${app.appId}:${object}`));
    await noteObjects(trx, app, objects, "last_hook_at");
  }

  #addIn(companyId: number, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.add(companyId);
    }, delayMs);
    this.#timers.add(timer);
  }
}

/** Accounts that somebody wrote to. */
export function accountsHeard(routed: readonly RoutedEvent[]): RoutedEvent["accounts"] {
  return routed.filter(({ event }) => isMessage(event)).flatMap(({ accounts }) => accounts);
}

/** In transactions of its own: no hook waits for an account's row. */
export async function noteHeard(db: Db, accounts: RoutedEvent["accounts"]): Promise<void> {
  for (const [companyId, own] of Map.groupBy(accounts, (one) => one.companyId)) {
    const ids = [...new Set(own.map(({ accountId }) => accountId))];
    await asWorker(db, (trx) => noteReceived(trx, { companyId }, ids));
  }
}

/** What a person wrote or pressed; no echo, receipt or history of a phone. */
function isMessage({ part }: HookEvent): boolean {
  const message = objectIn(part.message);
  if (part.messages !== undefined) return part.field === "messages";
  return message ? !message.is_echo && !message.is_deleted : objectIn(part.postback) !== null;
}

function isUnknown({ accounts }: RoutedEvent): boolean {
  return accounts.length === 0;
}

/** Last in its transaction. @returns the companies whose accounts have something new */
export async function storeRouted(trx: BareTrx, routed: readonly RoutedEvent[]): Promise<number[]> {
  const rows = routed.flatMap(({ event, accounts }) =>
    accounts.map((account) => ({ ...account, event }))
  );
  const byCompany = Map.groupBy(rows, ({ companyId }) => companyId);
  for (const [companyId, own] of byCompany) {
    // Each is confined to its company, as everything that is filed.
    await become(trx, { companyId });
    await storeEvents(
      trx,
      { companyId },
      own.map(({ accountId, event: { key, route, part } }) => ({
        accountId,
        externalId: key,
        body: new TextEncoder().encode(JSON.stringify({ object: route.object, part })),
      })),
    );
  }
  return [...byCompany.keys()];
}
