import type { Due } from "@/lib/tools/after_commit.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { type Gate, openGate } from "@/lib/tools/hold.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { alarmAheadMs, Alarms } from "@/lib/outbound/alarms.ts";
import { type Attempt, countAttempt, type Deliveries } from "@/lib/outbound/deliveries.ts";
import type { PoolLimits, QueueName } from "@/lib/fairness/queues.ts";
import { mostQueues, type Queue, Queues } from "@/lib/fairness/queues.ts";
import { Sweeper } from "@/lib/outbound/sweeper.ts";
import { Batcher } from "@/lib/work/batcher.ts";

const usual = {
  maxPerHost: 8,
  maxPerSlowHost: 2,
  maxFailingPerSecond: 50,
  maxPerHostOfAll: Infinity,
  maxWaiting: 500,
  maxWaitingOfCompany: 5_000,
};
const retryStoreMs = 500;
const storeForMs = 20_000;
const storeWhileStoppingMs = 2_000;
const handBackMs = 1_500;
/** Time after its commit in which a leased delivery may begin; the lease must outlast it. */
const begunWithinMs = 5_000;
const maxLeased = 1_000;

export interface DeliveryPoolOptions extends PoolLimits {
  /** Holder of its leases; the pools of a process share one. */
  holder?: string;
  /** While it is shut nothing is begun; what is due stays so in Postgres. */
  gate?: Gate;
}

/** Sends what is due, a bounded number at once by company and host; Postgres knows what is pending. */
export class DeliveryPool<Pending extends { id: string }, Done> {
  #queues: Queues;
  #inFlight = new Map<string, boolean>();
  readonly #self: string;
  #stopping = new AbortController();
  #stopped = false;
  #idle: (() => void)[] = [];
  #leases: Batcher<string, Pending | undefined>;
  #finishes: Batcher<Done, void>;
  #refills: Batcher<QueueName, void>;
  #alarms: Alarms;
  #sweeper: Sweeper;
  readonly #gate: Gate;
  readonly #limits: Required<Omit<PoolLimits, "now">>;
  #after: QueueName[] = [];
  #leased = new BoundedMap<string, { pending: Pending; at: number }>(maxLeased);

  constructor(
    private readonly deliveries: Deliveries<Pending, Done>,
    private readonly log: Log,
    { now, holder = crypto.randomUUID(), gate = openGate, ...options }: DeliveryPoolOptions = {},
  ) {
    this.#self = holder;
    this.#gate = gate;
    const most = options.most ?? 256;
    this.#limits = { ...usual, most, mostOfAll: 4 * most, ...options };
    this.#queues = new Queues(this.#limits, now, () => this.#pump());
    this.#sweeper = new Sweeper((queues) => this.#takeUp(queues), log);
    this.#alarms = new Alarms((due, delayMs) => deliveries.remind(due, delayMs));
    this.#leases = new Batcher(async (ids) => {
      const leased = await deliveries.lease(ids, this.#self);
      const pending = new Map(leased.map((one) => [one.id, one]));
      return ids.map((id) => pending.get(id));
    }, { most: 200 });
    this.#finishes = new Batcher(async (done) => {
      await deliveries.store(done);
      return done.map(() => {});
    }, { most: 200, spaceMs: deliveries.storeEveryMs });
    this.#refills = new Batcher(async (queues) => {
      await this.sweep(queues);
      return queues.map(() => {});
    }, { most: 100 });
  }

  leaseFor(queue: QueueName): string | undefined {
    return this.#isShut || this.#queues.isBusy(queue) ? undefined : this.#self;
  }

  offer(due: (Due & { leased?: Pending })[]): void {
    if (this.#isShut) {
      this.#handBack(due.flatMap(({ leased }) => leased ?? []));
      return;
    }
    for (const { leased, ...one } of due) {
      this.#alarms.hasRung(one.id);
      if (leased) this.#leased.set(one.id, { pending: leased, at: performance.now() });
      if (this.#inFlight.has(one.id)) this.#inFlight.set(one.id, true);
      else this.#queues.add(one);
    }
    this.#pump();
  }

  async offerIn(due: Due, delayMs: number): Promise<void> {
    if (!this.#stopped) await this.#alarms.set(due, delayMs);
  }

  /** Half as many calls at once to a host for a minute: it said later that it was too many. */
  notePace(queue: QueueName): void {
    this.#queues.notePace(queue);
  }

  /** Finds what is due or has no alarm: at start, every minute, and after a full queue. */
  async sweep(queues?: QueueName[]): Promise<void> {
    if (this.#isShut) return;
    await this.#sweeper.sweep(queues);
  }

  async takeOver(holders: string[]): Promise<void> {
    if (await this.deliveries.free(holders) > 0) await this.sweep();
  }

  async #takeUp(queues?: QueueName[]): Promise<void> {
    this.#alarms.forgetPast();
    const { maxWaiting: perQueue, maxWaitingOfCompany: perCompany } = this.#limits;
    const wanted = { queues, mostQueues, perQueue, perCompany, aheadMs: alarmAheadMs };
    const batch = await this.deliveries.findDue({ ...wanted, after: this.#after });
    if (!queues) {
      this.#after = batch.cutAfter;
      this.#queues.forgetIdle();
    }
    const due = batch.due.filter(({ delayMs }) => delayMs === 0);
    const dueIn = new Set(due.map(({ companyId, host }) => `${companyId} ${host}`));
    for (const queue of batch.full) {
      if (dueIn.has(`${queue.companyId} ${queue.host}`)) this.#queues.expectMore(queue);
    }
    this.offer(due);
    for (const { delayMs, ...one } of batch.due) if (delayMs > 0) this.#alarms.set(one, delayMs);
  }

  /** Whether a sweep failed, or anything waits longer than `ms` for the database. */
  isStuck(ms: number): boolean {
    return this.#sweeper.isStuck(ms) || this.#leases.runningMs > ms ||
      this.#finishes.runningMs > ms;
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#sweeper.stop();
    this.#queues.clear();
    const handedBack = this.#handBack([...this.#leased.values()].map(({ pending }) => pending));
    const abort = setTimeout(() => this.#stopping.abort(), graceMs);
    const { promise: idle, resolve } = Promise.withResolvers<void>();
    if (this.#queues.active === 0) resolve();
    else this.#idle.push(resolve);
    // Leases end by themselves if the database does not answer.
    const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
    const late = setTimeout(giveUp, graceMs + handBackMs);
    await Promise.race([Promise.all([idle, handedBack]), givenUp]);
    clearTimeout(abort);
    clearTimeout(late);
  }

  get load(): { active: number; waiting: number } {
    const { active, waiting } = this.#queues;
    return { active, waiting };
  }

  async #handBack(pending: Pending[]): Promise<void> {
    if (pending.length > 0) await this.deliveries.returnLeases(pending).catch(() => {});
  }

  get #isShut(): boolean {
    return this.#stopped || this.#gate.isHeld;
  }

  #pump(): void {
    if (this.#gate.isHeld) this.#queues.clear();
    while (!this.#isShut) {
      const next = this.#queues.take();
      if (!next) break;
      this.#start(next.id, next.queue);
    }
  }

  #start(id: string, queue: Queue): void {
    const { companyId, host } = queue;
    this.#inFlight.set(id, false);
    this.#attempt(id, queue)
      .catch((error) => {
        const { name: kind } = this.deliveries;
        this.log.warn(`${kind}_not_sent`, { id, ...describeError(error) });
        setTimeout(() => this.offer([{ id, companyId, host }]), retryStoreMs);
      })
      .finally(() => {
        if (this.#inFlight.get(id) && !this.#isShut) this.#queues.add({ id, companyId, host });
        this.#inFlight.delete(id);
        this.#queues.finished(queue);
        this.#afterAttempt(queue);
      });
  }

  #afterAttempt(queue: Queue): void {
    if (this.#queues.active === 0) this.#idle.splice(0).forEach((resolve) => resolve());
    if (this.#stopped) return;
    if (queue.more && queue.waiting.size === 0 && queue.active === 0) {
      queue.more = false;
      const { companyId, host } = queue;
      this.#refills.add({ companyId, host })
        .catch((error) => this.log.warn("sweep_failed", describeError(error)));
    }
    this.#pump();
  }

  async #attempt(id: string, queue: Queue): Promise<void> {
    const attempt = await this.#call(id, queue).finally(() => {
      this.#queues.answered(queue);
      this.#pump(); // the receiver has answered: its place is free while that is stored
    });
    if (!attempt) return;
    const { done, delayMs } = attempt;
    await this.#store(done);
    const { companyId, host } = queue;
    if (delayMs !== undefined) await this.#alarms.set({ id, companyId, host }, delayMs);
    this.deliveries.report(done);
  }

  async #call(id: string, queue: Queue): Promise<Attempt<Done> | undefined> {
    const pending = this.#takeLeased(id) ?? await this.#leases.add(id);
    if (!pending) return undefined;
    const attempt = this.#gate.isHeld
      ? undefined
      : await this.deliveries.attempt(pending, this.#stopping.signal);
    if (!attempt) await this.deliveries.returnLeases([pending]);
    else {
      countAttempt(attempt);
      if (attempt.call) queue.health.note(attempt.call);
    }
    return attempt;
  }

  #takeLeased(id: string): Pending | undefined {
    const leased = this.#leased.get(id);
    this.#leased.delete(id);
    return leased && performance.now() - leased.at < begunWithinMs ? leased.pending : undefined;
  }

  /** The receiver has it: keeps trying within the lease. */
  async #store(done: Done): Promise<void> {
    const startedAt = Date.now();
    while (true) {
      try {
        return await this.#finishes.add(done);
      } catch (error) {
        const limitMs = this.#stopped ? storeWhileStoppingMs : storeForMs;
        if (Date.now() > startedAt + limitMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryStoreMs));
      }
    }
  }
}
