import { noteReceived } from "@/lib/channels/accounts/account_state.ts";
import { storeEvents } from "@/lib/channels/in/events.ts";
import {
  dropHookBodies,
  findHookCompanies,
  type LeasedHook,
  leaseHooks,
  noteObjects,
  postponeHook,
} from "@/lib/channels/meta/hook/hook_bodies.ts";
import { storeNoHook, storeUnrouted } from "@/lib/channels/meta/hook/hook_problems.ts";
import { type RoutedEvent, routeEvents } from "@/lib/channels/meta/hook/routes.ts";
import type { HookEvent } from "@/lib/channels/meta/hook/split.ts";
import type { SplitBody } from "@/lib/channels/meta/hook/split_job.ts";
import { objectIn } from "@/lib/channels/meta/untyped.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { asWorker, become, isUnavailable } from "@/lib/db/transaction.ts";
import { GroupQueues } from "@/lib/fairness/group_queues.ts";
import { type Reader, ReaderEnded } from "@/lib/readers/reader.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** Splits stored hooks into events of accounts. Companies take turns. */

const second = 1_000;
const perBatch = 200;
const cpuMs = 5_000;
/** Waits after the first, second, … try; then it is a problem. */
const delaysMs = [second, 5 * second, 30 * second, 120 * second];
/** Shortest time between two notes that an object of an app, or an account, is heard of. */
const notedForMs = 60 * second;

type SplitResult = { events: HookEvent[] } | { problem: "no_hook" | "unreadable" };

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
      await this.#splitAll(leased);
      if (leased.length > 0) this.add(companyId);
    } catch (error) {
      log.warn("hook_not_split", { companyId, ...describeError(error) });
    }
  }

  /** One that cannot be split holds up none of the others. */
  async #splitAll(hooks: readonly LeasedHook[]): Promise<void> {
    if (hooks.length === 0) return;
    try {
      await this.#split(hooks);
    } catch (error) {
      if (hooks.length === 1 || isUnavailable(error)) throw error;
      for (const hook of hooks) await this.#splitAll([hook]);
    }
  }

  /** @throws ReaderEnded where one of several has ended their reader */
  async #split(hooks: readonly LeasedHook[]): Promise<void> {
    const { db } = this.options;
    const { companyId } = hooks[0]!;
    const results = await this.#read(hooks);
    if ("delayMs" in results) {
      await postponeHook(db, hooks[0]!.id, results.delayMs);
      return this.#addIn(companyId, results.delayMs);
    }
    const { companies, routed } = await asWorker(db, async (trx) => {
      const dropped = await dropHookBodies(trx, { companyId }, hooks.map(({ id }) => id));
      const read = hooks.map((hook, at) => ({ ...hook, result: results[at]! }))
        .filter(({ id }) => dropped.has(id));
      const routed: RoutedEvent[] = [];
      for (const [appId, own] of Map.groupBy(read, (one) => one.appId)) {
        const app = { companyId, appId };
        for (const { result, body } of own) {
          if ("problem" in result) await storeNoHook(trx, app, result.problem, body);
        }
        const events = own.flatMap(({ result }) => "problem" in result ? [] : result.events);
        if (events.length === 0) continue;
        const some = await routeEvents(trx, app, events);
        await storeUnrouted(trx, app, some.filter(isUnknown).map(({ event }) => event));
        await this.#noteObjects(trx, app, events);
        routed.push(...some);
      }
      return { companies: await storeRouted(trx, routed), routed };
    });
    for (const one of companies) this.options.read(one);
    await this.#noteAccounts(routed);
  }

  /** A hook that ended its reader, alone, is tried again or a problem; several are told apart. */
  async #read(hooks: readonly LeasedHook[]): Promise<SplitResult[] | { delayMs: number }> {
    const { companyId, attempts } = hooks[0]!;
    try {
      const job = { queue: companyId, cpuMs };
      const bodies = hooks.map(({ body }) => body);
      const split = await this.options.reader.run<SplitBody[]>("hooks", bodies, job);
      return split.map((events) =>
        events === null || events === "unreadable" ? { problem: events ?? "no_hook" } : { events }
      );
    } catch (error) {
      if (hooks.length > 1) throw error;
      if (!(error instanceof ReaderEnded)) return [{ problem: "unreadable" }];
      const isOurs = error.outcome === "unavailable" || error.outcome === "closed";
      const delayMs = delaysMs[attempts - 1];
      if (delayMs !== undefined) return { delayMs };
      return isOurs ? { delayMs: delaysMs.at(-1)! } : [{ problem: "unreadable" }];
    }
  }

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
