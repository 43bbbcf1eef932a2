import type { Due } from "@/lib/tools/after_commit.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { alarmAheadMs, Alarms } from "@/lib/outbound/alarms.ts";
import type { Attempt, Deliveries } from "@/lib/outbound/deliveries.ts";
import type { LaneName, PoolLimits } from "@/lib/fairness/lanes.ts";
import { type Lane, Lanes, mostLanes } from "@/lib/fairness/lanes.ts";
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
/** So long after its commit a delivery that came leased may begin; the lease must outlast it. */
const begunWithinMs = 5_000;
const maxLeased = 1_000;

export interface DeliveryPoolOptions extends PoolLimits {
  /** By which it holds leases; the pools of a process share one. */
  holder?: string;
}

/** Sends what is due, a bounded number at once by company and host; Postgres knows what is owed. */
export class DeliveryPool<Owed extends { id: string }, Done> {
  #lanes: Lanes;
  #inFlight = new Map<string, boolean>();
  readonly #self: string;
  #stopping = new AbortController();
  #stopped = false;
  #idle: (() => void)[] = [];
  #leases: Batcher<string, Owed | undefined>;
  #finishes: Batcher<Done, void>;
  #refills: Batcher<LaneName, void>;
  #alarms: Alarms;
  #sweeper: Sweeper;
  readonly #limits: Required<Omit<PoolLimits, "now">>;
  #after: LaneName[] = [];
  #leased = new BoundedMap<string, { owed: Owed; at: number }>(maxLeased);

  constructor(
    private readonly deliveries: Deliveries<Owed, Done>,
    private readonly log: Log,
    { now, holder = crypto.randomUUID(), ...options }: DeliveryPoolOptions = {},
  ) {
    this.#self = holder;
    const most = options.most ?? 256;
    this.#limits = { ...usual, most, mostOfAll: 4 * most, ...options };
    this.#lanes = new Lanes(this.#limits, now, () => this.#pump());
    this.#sweeper = new Sweeper((lanes) => this.#takeUp(lanes), log);
    this.#alarms = new Alarms((due, delayMs) => deliveries.remind(due, delayMs));
    this.#leases = new Batcher(async (ids) => {
      const leased = await deliveries.lease(ids, this.#self);
      const owed = new Map(leased.map((one) => [one.id, one]));
      return ids.map((id) => owed.get(id));
    }, { most: 200 });
    this.#finishes = new Batcher(async (done) => {
      await deliveries.store(done);
      return done.map(() => {});
    }, { most: 200, spaceMs: deliveries.storeEveryMs });
    this.#refills = new Batcher(async (lanes) => {
      await this.sweep(lanes);
      return lanes.map(() => {});
    }, { most: 100 });
  }

  leaseFor(lane: LaneName): string | undefined {
    return this.#stopped || this.#lanes.isBusy(lane) ? undefined : this.#self;
  }

  offer(due: (Due & { leased?: Owed })[]): void {
    if (this.#stopped) {
      this.#handBack(due.flatMap(({ leased }) => leased ?? []));
      return;
    }
    for (const { leased, ...one } of due) {
      this.#alarms.hasRung(one.id);
      if (leased) this.#leased.set(one.id, { owed: leased, at: performance.now() });
      if (this.#inFlight.has(one.id)) this.#inFlight.set(one.id, true);
      else this.#lanes.add(one);
    }
    this.#pump();
  }

  async offerIn(due: Due, delayMs: number): Promise<void> {
    if (!this.#stopped) await this.#alarms.set(due, delayMs);
  }

  /** Finds what is due or has no alarm: at start, every minute, and after a full lane. */
  async sweep(lanes?: LaneName[]): Promise<void> {
    if (this.#stopped) return;
    await this.#sweeper.sweep(lanes);
  }

  async takeOver(holders: string[]): Promise<void> {
    if (await this.deliveries.free(holders) > 0) await this.sweep();
  }

  async #takeUp(lanes?: LaneName[]): Promise<void> {
    this.#alarms.forgetPast();
    const { maxWaiting: perLane, maxWaitingOfCompany: perCompany } = this.#limits;
    const wanted = { lanes, mostLanes, perLane, perCompany, aheadMs: alarmAheadMs };
    const batch = await this.deliveries.findDue({ ...wanted, after: this.#after });
    if (!lanes) {
      this.#after = batch.cutAfter;
      this.#lanes.forgetIdle();
    }
    const due = batch.due.filter(({ delayMs }) => delayMs === 0);
    const dueIn = new Set(due.map(({ companyId, host }) => `${companyId} ${host}`));
    for (const lane of batch.full) {
      if (dueIn.has(`${lane.companyId} ${lane.host}`)) this.#lanes.expectMore(lane);
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
    this.#lanes.clear();
    const handedBack = this.#handBack([...this.#leased.values()].map(({ owed }) => owed));
    const abort = setTimeout(() => this.#stopping.abort(), graceMs);
    const { promise: idle, resolve } = Promise.withResolvers<void>();
    if (this.#lanes.active === 0) resolve();
    else this.#idle.push(resolve);
    // Leases end by themselves if the database does not answer.
    const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
    const late = setTimeout(giveUp, graceMs + handBackMs);
    await Promise.race([Promise.all([idle, handedBack]), givenUp]);
    clearTimeout(abort);
    clearTimeout(late);
  }

  get load(): { active: number; waiting: number } {
    const { active, waiting } = this.#lanes;
    return { active, waiting };
  }

  async #handBack(owed: Owed[]): Promise<void> {
    if (owed.length > 0) await this.deliveries.returnLeases(owed).catch(() => {});
  }

  #pump(): void {
    while (!this.#stopped) {
      const next = this.#lanes.take();
      if (!next) break;
      this.#start(next.id, next.lane);
    }
  }

  #start(id: string, lane: Lane): void {
    const { companyId, host } = lane;
    this.#inFlight.set(id, false);
    this.#attempt(id, lane)
      .catch((error) => {
        const { name: kind } = this.deliveries;
        this.log.warn(`${kind}_not_sent`, { id, ...describeError(error) });
        setTimeout(() => this.offer([{ id, companyId, host }]), retryStoreMs);
      })
      .finally(() => {
        if (this.#inFlight.get(id) && !this.#stopped) this.#lanes.add({ id, companyId, host });
        this.#inFlight.delete(id);
        this.#lanes.finished(lane);
        this.#afterAttempt(lane);
      });
  }

  #afterAttempt(lane: Lane): void {
    if (this.#lanes.active === 0) this.#idle.splice(0).forEach((resolve) => resolve());
    if (this.#stopped) return;
    if (lane.more && lane.waiting.size === 0 && lane.active === 0) {
      lane.more = false;
      const { companyId, host } = lane;
      this.#refills.add({ companyId, host })
        .catch((error) => this.log.warn("sweep_failed", describeError(error)));
    }
    this.#pump();
  }

  async #attempt(id: string, lane: Lane): Promise<void> {
    const attempt = await this.#call(id, lane).finally(() => {
      this.#lanes.answered(lane);
      this.#pump(); // the receiver has answered: its place is free while that is stored
    });
    if (!attempt) return;
    const { done, delayMs } = attempt;
    await this.#store(done);
    const { companyId, host } = lane;
    if (delayMs !== undefined) await this.#alarms.set({ id, companyId, host }, delayMs);
    this.deliveries.report(done);
  }

  async #call(id: string, lane: Lane): Promise<Attempt<Done> | undefined> {
    const owed = this.#takeLeased(id) ?? await this.#leases.add(id);
    if (!owed) return undefined;
    const attempt = await this.deliveries.attempt(owed, this.#stopping.signal);
    if (!attempt) await this.deliveries.returnLeases([owed]);
    else if (attempt.call) lane.health.note(attempt.call);
    return attempt;
  }

  #takeLeased(id: string): Owed | undefined {
    const leased = this.#leased.get(id);
    this.#leased.delete(id);
    return leased && performance.now() - leased.at < begunWithinMs ? leased.owed : undefined;
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
