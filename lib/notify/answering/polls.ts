import { findRefusals, type Key, type KeyRefusal } from "@/lib/access/keys.ts";
import type { BareTrx, Database } from "@/lib/db/connection.ts";
import { outsideRequests, requestDeadline } from "@/lib/db/deadline.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import {
  type Listed,
  listResponsesOfEach,
  type ResponsesQuery,
} from "@/lib/notify/answering/responses.ts";
import { type Live, Waiter } from "@/lib/notify/streams/live.ts";
import type { Places } from "@/lib/fairness/places.ts";
import { GroupQueues } from "@/lib/fairness/group_queues.ts";

const maxPolls = 250;

interface PollsOptions {
  database: Pick<Database, "db" | "kind" | "deadlineMs">;
  live: Pick<Live, "subscribe">;
  places: Places;
}

export interface Poll {
  wait(ms: number, signal: AbortSignal): Promise<boolean>;
  /** @throws Problem unauthorized (the key was revoked), key_expired */
  read(): Promise<Listed>;
  close(): void;
}

interface Reading {
  key: Key;
  query: ResponsesQuery;
  resolve(page: Listed): void;
  reject(error: unknown): void;
}

/** Long polls. Those woken together in a company share a read; companies take turns. */
export class ResponsePolls {
  #queues: GroupQueues<Reading>;

  constructor(private readonly options: PollsOptions) {
    this.#queues = new GroupQueues({
      run: (companyId, readings) => this.#run(companyId, readings),
      most: maxPolls,
      // The embedded database has one connection.
      atOnce: options.database.kind === "postgres" ? 4 : 1,
    });
  }

  /** Takes a slot only if the caller asked to wait. @throws Problem rate_limited */
  open(key: Key, query: ResponsesQuery, { counts }: { counts: boolean }): Poll {
    const { live, places } = this.options;
    const giveBack = counts ? places.take(key.companyId, `key ${key.id}`) : () => {};
    const waiter = new Waiter();
    const unsubscribe = live.subscribe(wakeUpOf(key, query), waiter.wake);
    return {
      wait: (ms, signal) => waiter.next(ms, signal),
      read: () => this.#read(key, query),
      close() {
        unsubscribe();
        giveBack();
      },
    };
  }

  get count(): number {
    return this.options.places.count;
  }

  async idle(): Promise<void> {
    await this.#queues.idle();
  }

  #read(key: Key, query: ResponsesQuery): Promise<Listed> {
    const deadline = requestDeadline(this.options.database.deadlineMs);
    const { promise, resolve, reject } = Promise.withResolvers<Listed>();
    this.#queues.add(key.companyId, { key, query, resolve, reject });
    return deadline.wait(() => promise, () => {});
  }

  async #run(companyId: number, readings: Reading[]): Promise<void> {
    try {
      const pages = await outsideRequests(() =>
        inCompany(this.options.database.db, companyId, (trx) => readForEach(trx, readings))
      );
      readings.forEach(({ resolve, reject }, at) => {
        const listed = pages[at]!;
        if (typeof listed === "string") reject(problem(listed));
        else resolve(listed);
      });
    } catch (error) {
      for (const { reject } of readings) reject(error);
    }
  }
}

/** Reads in the order of the readings; a key that may no longer call gets its problem. */
async function readForEach(trx: BareTrx, readings: Reading[]): Promise<(Listed | KeyRefusal)[]> {
  const [{ key: tenant }] = readings as [Reading];
  const refusals = await findRefusals(trx, tenant, readings.map(({ key }) => key));
  const admitted = readings.filter(({ key }) => !refusals.has(key.id));
  const queries = admitted.map(({ query }) => query);
  const pages = (await listResponsesOfEach(trx, tenant, queries)).values();
  return readings.map(({ key }) => refusals.get(key.id) ?? pages.next().value!);
}

function wakeUpOf({ companyId }: Key, { notificationId, userId }: ResponsesQuery) {
  const feed = "responses" as const;
  return notificationId === undefined
    ? { companyId, feed, userId }
    : { companyId, feed, notificationId };
}
